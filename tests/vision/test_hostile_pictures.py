"""Pictures and files that mean harm: bombs, devices, pipes, loops, halves. A worker has 512 MB for all."""

import os
import random
import struct
import subprocess
import sys

import cv2
import numpy as np
import pytest

from vision.files import open_all, open_one, stated_size

MOST_MB = 512
WORKER = f"""
import resource, sys
from pathlib import Path
from vision.files import open_all
resource.setrlimit(resource.RLIMIT_DATA, ({MOST_MB} << 20, {MOST_MB} << 20))
told = [opened for opened in open_all([Path(sys.argv[1])])]
assert told and all((opened.picture is None) == bool(opened.error) for opened in told), told
for opened in told:
    print(opened.error or "read")
"""
SEEDS = (".jpg", ".png", ".webp", ".bmp", ".tif", ".ppm", "progressive.jpg")


def worker(place, timeout=100):
    """What a process of its own tells of *place*, in so much memory and not more."""
    done = subprocess.run([sys.executable, "-c", WORKER, str(place)], capture_output=True, text=True,
                          timeout=timeout, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr[-1000:]
    return done.stdout.split("\n")[:-1]


def tiff(width, height, strip=None, tile=None, samples=3):
    """The head of a TIFF that states such a size."""
    tags = [(256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 5), (262, 3, 2), (273, 4, 8),
            (277, 3, samples), (278, 4, strip or height), (279, 4, 900)]  # fmt: skip
    if tile:
        tags += [(322, 4, tile), (323, 4, tile)]
    table = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
    return b"II*\0" + struct.pack("<I", 908) + bytes(900) + struct.pack("<H", len(tags)) + table + bytes(4)


def webp(width, height):
    size = (width - 1) | (height - 1) << 14
    body = b"WEBPVP8L" + struct.pack("<IBI", 900, 0x2F, size) + bytes(900)
    return b"RIFF" + struct.pack("<I", len(body)) + body


BOMBS = {
    "wide.tif": tiff(40_000, 40_000),
    "strip.tif": tiff(100, 100, strip=10_000_000),
    "tile.tif": tiff(100, 100, tile=30_000),
    "samples.tif": tiff(9_000, 4_400, samples=400),
    "wide.webp": webp(16_383, 16_383),
    "wide.ppm": b"P6\n# wide\n30000 30000\n255\n",
    "wide.bmp": b"BM" + struct.pack("<IIIIii", 900, 0, 54, 40, 30_000, -30_000) + b"\1\0\x18\0" + bytes(900),
    "unknown.png": b"\x97JB2\r\n\x1a\n" + bytes(900),
}


@pytest.fixture(scope="module")
def bombs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bombs")
    for name, content in BOMBS.items():
        (folder / name).write_bytes(content)
    return folder


def test_pictures_that_state_gigabytes_are_refused_before_they_are_decoded(bombs):
    told = worker(bombs)

    assert len(told) == len(BOMBS) and "read" not in told


@pytest.mark.parametrize("name", BOMBS)
def test_the_size_is_known_from_the_head(name):
    stated = stated_size(BOMBS[name])
    assert stated is None if name == "unknown.png" else stated.pixels > 40_000_000


@pytest.mark.parametrize("ending", SEEDS)
def test_every_kind_that_is_read_states_its_size(ending, tmp_path):
    content = picture_file(tmp_path, ending).read_bytes()
    stated = stated_size(content)

    assert stated is not None and (stated.width, stated.height) == (160, 120)
    assert open_one(tmp_path / f"seed{ending}").picture.shape == (120, 160, 3)


def test_a_large_progressive_jpeg_needs_room_for_all_of_it(tmp_path):
    head = stated_size(picture_file(tmp_path, "progressive.jpg").read_bytes())
    assert not head.in_lines and stated_size(picture_file(tmp_path, ".jpg").read_bytes()).in_lines


@pytest.mark.timeout(60)
def test_devices_pipes_and_loops_are_no_pictures(tmp_path):
    (tmp_path / "zero.png").symlink_to("/dev/zero")
    (tmp_path / "zero.mp4").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.jpg")
    os.mkfifo(tmp_path / "pipe.avi")
    (tmp_path / "round.png").symlink_to(tmp_path / "round.png")
    (tmp_path / "folder.png").symlink_to(tmp_path)
    told = worker(tmp_path, timeout=50)

    assert len(told) == 5 and "read" not in told
    assert all(opened.error for opened in open_all([tmp_path / "pipe.jpg"]))


def test_a_cut_jpeg_with_a_small_picture_in_it_is_not_whole(tmp_path):
    """The small picture has an end of its own, and it may be the last thing that is left."""
    whole = picture_file(tmp_path, ".jpg").read_bytes()
    small = cv2.imencode(".jpg", np.full((20, 20, 3), 90, np.uint8))[1].tobytes()
    inside = b"\xff\xe1" + struct.pack(">H", len(small) + 2) + small
    place = tmp_path / "both.jpg"
    place.write_bytes(whole[:2] + inside + whole[2:])
    assert open_one(place).picture is not None
    place.write_bytes(whole[:2] + inside + whole[2 : len(whole) // 2])

    assert "cut off" in open_one(place).error


@pytest.mark.parametrize("ending", [ending for ending in SEEDS if ending not in (".bmp", ".tif", ".ppm")])
def test_a_picture_cut_anywhere_is_no_picture(ending, tmp_path):
    content = picture_file(tmp_path, ending).read_bytes()
    place = tmp_path / f"cut{ending}"
    for at in range(len(content) // 20, len(content) - 1, max(1, len(content) // 40)):
        place.write_bytes(content[:at])
        assert open_one(place).error, at


def picture_file(folder, ending):
    rng = np.random.default_rng(3)
    picture = cv2.GaussianBlur(rng.integers(0, 255, (120, 160, 3), np.uint8), (9, 9), 3)
    place = folder / f"seed{ending}"
    given = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1] if ending.startswith("progressive") else []
    assert cv2.imwrite(str(place), picture, given)
    return place


def mutated(content, chance):
    """*content* with bytes changed, mostly near its head, cut, doubled."""
    data = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 4, 9))):
        near = min(int(chance.expovariate(1 / 40)), len(data) - 1)
        at = near if chance.random() < 0.7 else chance.randrange(len(data))
        data[at : at + chance.choice((1, 1, 1, 2, 4))] = chance.choice(
            (bytes([chance.randrange(256)]), b"\xff\xff\xff\xff", b"\0\0", chance.randbytes(4), b"")
        )
        if not data:
            return b"\0"
    return bytes(data[: chance.randrange(1, len(data) + 1)] if chance.random() < 0.1 else data)


def mutants(tmp_path, many):
    chance, folder = random.Random(many), tmp_path / "mutants"
    folder.mkdir()
    seeds = [picture_file(tmp_path, ending).read_bytes() for ending in SEEDS]
    for number in range(many):
        kind = number % len(SEEDS)
        (folder / f"{number}.png").write_bytes(mutated(seeds[kind], chance))
    told = worker(folder, timeout=1500)
    assert len(told) == many
    return told


def test_mutated_pictures_end_in_a_picture_or_a_sentence(tmp_path):
    told = mutants(tmp_path, 150)
    assert 0 < told.count("read") < 350


@pytest.mark.long
def test_ten_thousand_mutated_pictures(tmp_path):
    told = mutants(tmp_path, 10_000)
    print({sentence: told.count(sentence) for sentence in sorted(set(told))})
