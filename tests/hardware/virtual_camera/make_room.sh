#!/bin/sh
# Makes a small Debian room in FOLDER in which the real picamera2 looks through libcamera's virtual camera.
# Once, as root, some minutes:  tests/hardware/virtual_camera/make_room.sh FOLDER
# Needs mmdebstrap and a C compiler. Whatever stands in FOLDER already is taken as it is.
set -eu
room=${1:?"name the folder that the room is to be made in"}
here=$(cd "$(dirname "$0")" && pwd)

if [ ! -e "$room/usr/bin/python3" ]; then
    mmdebstrap --variant=minbase --include=python3,python3-venv,python3-dev,gcc,libc6-dev,libcap-dev,python3-libcamera,libcamera-ipa,libgl1,libegl1,ca-certificates \
        "${COMPANION_SUITE:-trixie}" "$room" ${COMPANION_MIRROR:+"$COMPANION_MIRROR"}
fi

# inside, the same names and certificates are trusted as outside
cp -L /etc/resolv.conf "$room/etc/resolv.conf" 2>/dev/null || true
cp -L /etc/hosts "$room/etc/hosts" 2>/dev/null || true
cp -L /etc/ssl/certs/ca-certificates.crt "$room/etc/ssl/certs/ca-certificates.crt" 2>/dev/null || true

if [ ! -e "$room/opt/venv/bin/pytest" ]; then
    chroot "$room" python3 -m venv --system-site-packages /opt/venv
    chroot "$room" env PIP_CONFIG_FILE=/dev/null PIP_FIND_LINKS= PIP_ROOT_USER_ACTION=ignore /opt/venv/bin/pip install -q \
        picamera2 pytest pytest-timeout hypothesis msgspec numpy gpiozero platformdirs tomlkit 'opencv-python-headless>=4.13,<5'
fi
echo "The room stands in $room. Check with: $here/check.sh $room"
