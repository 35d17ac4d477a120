"""Is everything well? Readings of the machine and its devices become findings with one next step each."""

from hardware.doctor.bundle import Hide, as_json, hiding, support_bundle
from hardware.doctor.check_up import check_up, remember, remembered, wait_for_pictures
from hardware.doctor.examine import examine
from hardware.doctor.readings import Readings, read_machine

__all__ = [
    "Hide",
    "Readings",
    "as_json",
    "check_up",
    "examine",
    "hiding",
    "read_machine",
    "remember",
    "remembered",
    "support_bundle",
    "wait_for_pictures",
]
