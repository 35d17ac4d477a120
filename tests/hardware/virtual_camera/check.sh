#!/bin/sh
# The camera's contract against the real picamera2 on libcamera's virtual camera, in the room that
# make_room.sh has made:  tests/hardware/virtual_camera/check.sh FOLDER
set -eu
room=${1:?"name the folder of the room"}
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../../.." && pwd)

mkdir -p "$room/opt/virtual" "$room/usr/share/libcamera/pipeline/virtual"
cp "$here/pykms.py" "$room/opt/virtual/"
cp "$here/virtual.yaml" "$room/usr/share/libcamera/pipeline/virtual/virtual.yaml"
cc -shared -fPIC -O1 -o "$room/opt/virtual/dma_heap.so" "$here/dma_heap.c" -ldl

rm -rf "$room/opt/companion"
mkdir -p "$room/opt/companion"
cp -r "$project/companion" "$project/hardware" "$project/vision" "$project/tests" "$project/pyproject.toml" "$room/opt/companion/"
for place in proc sys dev; do
    mkdir -p "$room/$place"
    mountpoint -q "$room/$place" || { mount --rbind "/$place" "$room/$place" && mount --make-rslave "$room/$place"; }
done
trap 'for place in dev sys proc; do umount -l "$room/$place" 2>/dev/null || true; done' EXIT

chroot "$room" env \
    COMPANION_PICAMERA2=virtual \
    LD_PRELOAD=/opt/virtual/dma_heap.so \
    PYTHONPATH=/opt/virtual:/opt/companion:/opt/companion/tests/hardware \
    LIBCAMERA_LOG_LEVELS='*:ERROR' \
    sh -c 'cd /opt/companion && exec /opt/venv/bin/pytest -q -rs -p no:cacheprovider tests/hardware/test_pi_camera.py -k real'
