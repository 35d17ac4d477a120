"""The installer, its units and rules, and the recipe for the image tool: what can be checked without a Pi."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from companion.config import from_file, load
from tests.tables import cases
from ui.settings import Settings

KIT = Path(__file__).parents[2] / ".kit"
SCRIPTS = [
    KIT / "install",
    KIT / "try-install",
    KIT / "try-readme",
    *(KIT / "image").glob("[bjpr]*[!.]*"),
    Path(KIT.parent / ".setup" / "env"),
]
SCRIPTS = [path for path in SCRIPTS if path.is_file() and path.read_text("utf-8").startswith("#!")]
UNITS = [*sorted((KIT / "files").glob("*.service")), KIT / "image" / "journal-trial.service"]
RECIPE = KIT / "image" / "rpi"
FIELDS = {"Name", "Version", "Category", "Desc", "Requires"}
IMAGE_TOOL = os.environ.get("COMPANION_IMAGE_TOOL")  # a checkout of Raspberry Pi's rpi-image-gen
SECTIONS = {"device", "image", "layer", "ssh", "companion"}  # of the image tool's configuration that we use


def say(*words, **given):
    return subprocess.run(words, capture_output=True, text=True, check=False, **given)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_sound(script):
    checker = ["shellcheck", script] if shutil.which("shellcheck") else ["bash", "-n", script]

    checked = say(*checker)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert os.access(script, os.X_OK)


def test_the_installer_tells_its_options_and_refuses_others():
    told = say(KIT / "install", "--help")
    refused = say(KIT / "install", "--everything")

    assert told.returncode == 0 and "--uninstall" in told.stdout
    assert refused.returncode == 1 and "Next step" in refused.stderr


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="not a Debian: the installer asks dpkg")
def test_the_check_changes_nothing_and_says_what_it_thinks_of_this_machine(tmp_path):
    checked = say(KIT / "install", "--check", env={**os.environ, "HOME": str(tmp_path)})

    assert ("This machine fits" in checked.stdout) == (checked.returncode == 0)
    assert checked.returncode == 0 or "Next step" in checked.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_say_only_what_systemd_knows(unit, tmp_path):
    """A key that is misspelt is silently ignored at run time, so it must be found here."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here")
    here = tmp_path / unit.name
    text = re.sub(r"(?m)^(ExecStart=)\S+", r"\1/bin/true", unit.read_text("utf-8"))
    version = int(re.search(r"\d+", say("systemd-analyze", "--version").stdout)[0])
    here.write_text(text if version >= 254 else text.replace("RestartMode=direct\n", ""), "utf-8")
    (tmp_path / "table-companion-safe.service").write_text("[Service]\nExecStart=/bin/true\n", "utf-8")
    checked = say(
        "systemd-analyze", "verify", "--man=no", here, env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"}
    )

    complaints = [line for line in checked.stderr.splitlines() if unit.name in line]
    assert complaints == []


def test_the_service_is_watched_limited_and_has_somewhere_to_fall():
    unit = (KIT / "files" / "table-companion.service").read_text("utf-8")

    for wanted in (
        "Type=notify",
        "WatchdogSec=",
        "StartLimitBurst=",
        "Restart=on-failure",
        "RestartMode=direct",  # else each fall calls the safe mode, as a real systemd 257 has shown
        "NoNewPrivileges=yes",
    ):
        assert wanted in unit
    assert "OnFailure=table-companion-safe.service" in unit
    assert "run --safe" in (KIT / "files" / "table-companion-safe.service").read_text("utf-8")
    assert not re.search(r"(?m)^User=", unit)  # a user's own service: never root


def test_the_layer_is_written_as_the_image_tool_reads_it():
    text = (RECIPE / "layer" / "table-companion.yaml").read_text("utf-8")
    head, _, body = text.partition("# METAEND\n---\n")
    fields = dict(re.findall(r"(?m)^# X-Env-Layer-(\w+): (.+)$", head))
    variables = set(re.findall(r"(?m)^# X-Env-Var-(\w+):", head))

    assert head.startswith("# METABEGIN\n") and set(fields) >= FIELDS
    assert re.fullmatch(r"\d+\.\d+\.\d+", fields["Version"])
    assert all(line.startswith("#") for line in head.splitlines())
    for variable in variables:
        for told in ("Desc", "Valid", "Set", "Required"):
            assert f"# X-Env-Var-{variable}-{told}:" in head
    assert body.startswith("mmdebstrap:\n  packages:\n") and "  customize-hooks:\n" in body
    hooks = body + (KIT / "image" / "put-in").read_text("utf-8")
    assert set(re.findall(r"IGconf_companion_(\w+)", hooks)) == variables


@pytest.mark.skipif(IMAGE_TOOL is None, reason="COMPANION_IMAGE_TOOL names no checkout of rpi-image-gen")
def test_the_image_tool_itself_finds_the_layer_sound():
    """Its own checker, and its search for everything that the layer stands on."""
    tool, layer = Path(str(IMAGE_TOOL)), RECIPE / "layer" / "table-companion.yaml"
    places = f"ours={layer.parent}:" + ":".join(f"{p}={tool / p}" for p in ("layer", "device", "image"))
    linted = say(tool / "rpi-image-gen", "metadata", "--lint", layer)
    described = say(tool / "rpi-image-gen", "layer", "--path", places, "--describe", "table-companion")

    assert linted.returncode == 0 and "OK" in linted.stdout, linted.stdout + linted.stderr
    assert described.returncode == 0, described.stdout + described.stderr
    assert "device-user-admin" in described.stdout and "python3-picamera2" in described.stdout


@pytest.mark.parametrize("autostart", ["y", "n"])
def test_a_system_is_filled_as_the_layer_wants_it(autostart, tmp_path):
    """A stand-in for chroot tells how the installer is called; the real one is tried by .kit/try-install."""
    told, system, source = tmp_path / "told", tmp_path / "system", tmp_path / "source"
    (tmp_path / "bin").mkdir()
    stand_in = tmp_path / "bin" / "chroot"
    stand_in.write_text(f'#!/bin/sh\necho "$@" >{told}\n', "utf-8")
    stand_in.chmod(0o755)
    for name in ("companion", "vision", "hardware", "ui", ".kit"):
        (source / name / "__pycache__").mkdir(parents=True)
        (source / name / "a.py").touch()
    for name in ("pyproject.toml", "README.md", "LICENSE", "rubbish"):
        (source / name).touch()
    given = {
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "IGconf_device_user1": "mia",
        "IGconf_companion_source": str(source), "IGconf_companion_autostart": autostart,
    }  # fmt: skip

    done = say(KIT / "image" / "put-in", system, env=given)

    assert done.returncode == 0, done.stderr
    put = {str(path.relative_to(system / "opt" / "table-companion")) for path in system.rglob("*")
           if path.is_file()}  # fmt: skip
    assert {"pyproject.toml", ".kit/a.py", "vision/a.py"} <= put
    assert not [name for name in put if "__pycache__" in name or "rubbish" in name]
    words = f"{system} /opt/table-companion/.kit/install --user mia"
    assert told.read_text("utf-8").strip() == words + ("" if autostart == "y" else " --no-autostart")


@pytest.mark.parametrize("file", sorted((RECIPE / "config").glob("*.yaml")), ids=lambda path: path.name)
def test_a_configuration_names_board_layout_and_our_layer(file):
    lines = [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    sections = {line.rstrip(":") for line in lines if not line.startswith(" ")}

    assert sections <= SECTIONS and {"device", "image", "layer"} <= sections
    assert "  app: table-companion" in lines
    assert all(re.fullmatch(r"(\w+:)|(  \w+: \S.*)", line) for line in lines)


def test_the_layer_installs_what_the_installer_wants():
    """The system of the image and the trial on a PC start from what the installer relies on."""
    packages = (KIT / "image" / "packages").read_text("utf-8").split()

    assert {"dbus-user-session", "libpam-systemd", "polkitd", "python3-venv"} <= set(packages)


def test_the_settings_that_the_installer_puts_down_are_ones_we_know():
    layer = from_file(KIT / "files" / "config.toml")
    loaded = load(Settings, [layer])

    assert loaded.problems == () and loaded.settings.screen.full


def test_a_read_only_system_keeps_home_writable(tmp_path):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "fstab").write_text(
        "LABEL=ROOT / ext4 defaults,noatime 0 1\nLABEL=FW /boot/firmware vfat defaults,nofail 0 2\n", "utf-8"
    )
    for _ in range(2):  # a second time changes nothing
        assert say(KIT / "image" / "read-only", tmp_path).returncode == 0

    rows = [line.split() for line in (tmp_path / "etc" / "fstab").read_text("utf-8").splitlines()]
    options = {row[1]: row[3] for row in rows}
    assert options["/"].startswith("ro,") and not options["/home"].startswith("ro")
    assert len({row[1] for row in rows}) == len(rows)
    assert (tmp_path / "etc" / "machine-id").read_text("utf-8").strip() == "uninitialized"


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_installer_does_what_it_says_in_a_fresh_trixie():
    tried = say(KIT / "try-install")
    if tried.returncode == 77:
        pytest.skip(tried.stdout.strip())

    assert tried.returncode == 0, tried.stdout + tried.stderr


# --- root and the person whose folders it works in ---


def of_installer(function):
    """The text of one of the installer's functions."""
    text = (KIT / "install").read_text("utf-8")
    return re.search(rf"(?m)^{function}\(\) \{{(?:[^\n]*\}}$|.*\n(?:.*\n)*?\}}$)", text)[0]


def as_root(call, person="nobody", **given):
    """*call* with the installer's own functions."""
    functions = "\n".join(map(of_installer, ("as_person", "copied_source", "put_command", "stop")))
    names = "; ".join(f"{name}='{value}'" for name, value in given.items())
    return say("bash", "-euo", "pipefail", "-c", f"carried=(); person={person}; {names}\n{functions}\n{call}")


@pytest.fixture
def persons_folder():
    """A folder of somebody without rights, and one of root's that nobody else may write."""
    if os.getuid() != 0 or shutil.which("runuser") is None:
        pytest.skip("only root can give rights away")
    with tempfile.TemporaryDirectory(prefix="companion-kit-") as place:
        Path(place).chmod(0o755)
        (theirs := Path(place, "theirs")).mkdir()
        shutil.chown(theirs, "nobody")
        (ours := Path(place, "ours")).mkdir(mode=0o755)
        yield theirs, ours


def test_root_follows_no_link_that_the_person_has_placed(persons_folder):
    theirs, ours = persons_folder
    (theirs / "from").symlink_to(ours)
    (theirs / "a.whl").symlink_to(ours / "a.whl")
    wheel = ours.parent / "a.whl"
    wheel.write_bytes(b"wheel")
    folder = as_root(f"copied_source {theirs}", home=theirs, **{"from": KIT.parent})
    file = as_root(f"copied_source {theirs}", home=theirs, **{"from": wheel})

    assert list(ours.iterdir()) == []
    assert folder.returncode and (file.returncode or not (theirs / "a.whl").is_symlink())


def test_the_source_is_copied_by_the_person(persons_folder):
    theirs, _ours = persons_folder
    done = as_root(f"copied_source {theirs}", home=theirs, **{"from": KIT.parent})

    assert done.returncode == 0, done.stderr
    assert (theirs / "from" / "companion" / "__init__.py").owner() == "nobody"


def test_the_command_gives_no_rights_of_root_away(persons_folder):
    """What the person's program does, it does as the person, also when root calls it."""
    theirs, ours = persons_folder
    program = theirs / "current" / "bin" / "companion"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$(id -un) $HOME $*"\n', "utf-8")
    program.chmod(0o755)
    done = as_root(f"put_command {ours}/companion", home=theirs, place=theirs)
    called = say(ours / "companion", "demo", "a b")

    assert done.returncode == 0, done.stderr
    assert not (ours / "companion").is_symlink() and (ours / "companion").owner() == "root"
    assert called.stdout == f"nobody {theirs} demo a b\n", called.stderr


def test_the_installer_writes_into_the_persons_folders_as_the_person():
    """No word of root's own names a place below the person's home."""
    text = re.sub(r"(?m)^\s*#.*", "", (KIT / "install").read_text("utf-8"))
    writes = re.compile(r"(?m)^\s*(?:rm|mkdir|ln|mv|cp|chown|chmod|install|tar|touch)\b[^\n]*")
    reached = re.compile(r"\$(?:place|units|home|fresh|desktop|wants|1/)")

    assert [line for line in writes.findall(text) if reached.search(line)] == []


# --- the installer's own questions, answered by the real bash and the real systemctl ---


def asked(function: str, *words: object):
    """What the *function* of the installer says, without the rest of it."""
    script = (KIT / "install").read_text("utf-8")
    start = re.search(rf"^{function}\(\) {{", script, re.MULTILINE).start()
    body = script[start : script.index("\n}", start) + 2]
    helpers = 'say() { printf "%s\\n" "$*"; }; stop() { printf "%s\\n" "$1" "Next step: $2" >&2; exit 1; }'
    given = " ".join(map(str, words))
    return say("bash", "-c", f"set -euo pipefail; {helpers}\n{body}\n{function} {given}")


@pytest.mark.parametrize(
    ("kilobytes", "status", "told"),
    [
        (440_000, 1, "takes up to 460 MB"),
        (930_000, 0, "takes up to 460"),
        (1_900_000, 0, ""),
        (3_900_000, 0, ""),
    ],
)
def test_a_machine_with_little_memory_is_refused_or_warned_with_the_reason(kilobytes, status, told):
    done = asked("check_memory", kilobytes)

    assert done.returncode == status
    assert (told in done.stdout + done.stderr) and bool(done.stdout + done.stderr) is bool(told)
    assert re.search(r"(?m)^ +check_memory .*MemTotal.*/proc/meminfo", of_installer("check_machine"))


@pytest.mark.skipif(not shutil.which("systemctl"), reason="there is no systemctl here to be asked")
@cases(
    "link, manager, desktop",
    {
        "nobody has set it: the system's usual is graphical": ("", True, True),
        "a desktop was chosen": ("graphical.target", True, True),
        "the console was chosen": ("multi-user.target", True, False),
        "Lite: nothing that shows a desktop": ("", False, False),
    },
)
def test_systemd_itself_is_asked_whether_there_is_a_desktop(tmp_path, link, manager, desktop):
    usual, own = tmp_path / "usr/lib/systemd/system", tmp_path / "etc/systemd/system"
    usual.mkdir(parents=True)
    own.mkdir(parents=True)
    for name in ("graphical.target", "multi-user.target"):
        (usual / name).write_text("[Unit]\nDescription=x\n")
    (usual / "default.target").symlink_to("graphical.target")
    if link:
        (own / "default.target").symlink_to(f"/usr/lib/systemd/system/{link}")
    if manager:
        (own / "display-manager.service").symlink_to("/usr/lib/systemd/system/lightdm.service")

    assert (asked("has_desktop", tmp_path).returncode == 0) is desktop


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="mounting needs root")
def test_a_build_goes_on_where_one_was_killed(tmp_path):
    """What is done is not done again, and what was left mounted is let go, not deleted."""
    for place in ("done", "root/dev", "root/usr/sbin"):
        (tmp_path / place).mkdir(parents=True)
    for stage in ("base", "kernel"):
        (tmp_path / "done" / stage).write_text("283 s\n")
    left = 'mount -t tmpfs a "$0/root/dev" && mkdir "$0/root/dev/shm" && mount -t tmpfs b "$0/root/dev/shm"'
    build = f'{left} && "{KIT}/image/build" base kernel && ! grep -q "$0" /proc/mounts'
    alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child=SIGKILL", "--mount-proc"]
    done = subprocess.run(
        [*alone, "sh", "-c", build, tmp_path], env={**os.environ, "COMPANION_IMAGE_WORK": str(tmp_path)},
        capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip

    if "unshare" in done.stderr:
        pytest.skip("nobody may mount anything here")
    assert done.returncode == 0, done.stderr
    assert re.findall("  (.*)", done.stdout) == ["base: done before (283 s)", "kernel: done before (283 s)"]
