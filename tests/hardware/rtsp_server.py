"""A camera in the network that speaks RTSP, as phones do: GStreamer's own server, with pictures in H.264.

It is run by a Python that has GStreamer's RTSP server: `apt-get install python3-gi gir1.2-gst-rtsp-server-1.0
gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly`. It says its port, and a number
from 0 to 255 in a line of its input is how bright the room is from then on.
"""

import os
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

WIDTH, HEIGHT, RATE = 320, 240, 25
PIPELINE = (
    f"( appsrc name=room is-live=true format=time do-timestamp=true "
    f"caps=video/x-raw,format=GRAY8,width={WIDTH},height={HEIGHT},framerate={RATE}/1 ! videoconvert "
    "! video/x-raw,format=I420 ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=25 "
    "! rtph264pay name=pay0 pt=96 config-interval=1 )"
)
bright = 40


def shows_the_room(_factory: object, media: GstRtspServer.RTSPMedia) -> None:
    """Pictures at a steady pace, for as long as somebody looks."""
    room = media.get_element().get_by_name("room")

    def show() -> bool:
        noise = bytes(b % 20 for b in os.urandom(WIDTH * HEIGHT))
        picture = Gst.Buffer.new_wrapped(bytes(map(bright.__add__, noise)))
        return room.emit("push-buffer", picture) == Gst.FlowReturn.OK

    GLib.timeout_add(1000 // RATE, show)


def hears() -> None:
    global bright  # noqa: PLW0603
    for line in sys.stdin:
        bright = int(line)
    os._exit(0)


Gst.init(None)
server = GstRtspServer.RTSPServer(address="127.0.0.1", service="0")
factory = GstRtspServer.RTSPMediaFactory(launch=PIPELINE, shared=True)
factory.connect("media-configure", shows_the_room)
server.get_mount_points().add_factory("/live", factory)
server.attach(None)
threading.Thread(target=hears, daemon=True).start()
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
