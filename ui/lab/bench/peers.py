"""What public readers of dice and cards reach, for comparison.

Measured on 694 labelled photographs with 3,349 dice and 204 with 729 cards, among them the sets that some of
the readers were made on. Every picture was 1280 pixels wide where nothing else is said; times are the median
of six pictures on one quiet x86 core.
"""

from collections.abc import Sequence

from msgspec import Struct


class Peer(Struct, frozen=True):
    """A public reader: share of pictures wholly right, precision and recall per object, milliseconds."""

    name: str
    all_right: float
    precision: float
    recall: float
    ms: float | None


PEERS = (
    Peer("Epanemu/GameDiceRecognition, 0.4", 0.445, 0.768, 0.817, None),
    Peer("Epanemu/GameDiceRecognition", 0.416, 0.855, 0.769, 13.5),
    Peer("DamianTab/DiceDetection", 0.336, 0.811, 0.386, 5.3),
    Peer("wiktoriakeller/dice-pips-recognition", 0.303, 0.715, 0.378, 5.5),
    Peer("textbook, adaptive threshold", 0.280, 0.182, 0.608, 15.1),
    Peer("MarceliJerzynski", 0.252, 0.571, 0.357, 6.4),
    Peer("histogramo/dice-model-zoo", 0.208, 0.710, 0.609, 5.7),
    Peer("tomek-jankowiak/Dice_Detector", 0.164, 0.976, 0.185, 12.7),
    Peer("textbook, blob detector", 0.161, 0.189, 0.385, 74.9),
    Peer("buehlpa/Dice", 0.017, 0.011, 0.367, 55.8),
)


CARD_PEERS = (
    Peer("notanumber11, as large as taken", 0.343, 0.683, 0.510, None),
    Peer("notanumber11", 0.299, 0.725, 0.440, 335.5),
    Peer("EdjeElectronics, 400 wide", 0.181, 0.949, 0.051, None),
    Peer("dharm1k987, 1600 wide", 0.025, 0.344, 0.108, None),
    Peer("jonasblanc", 0.015, 0.311, 0.081, 99.0),
    Peer("jacky1107", 0.015, 0.058, 0.062, 55.0),
    Peer("EdjeElectronics", 0.0, 0.906, 0.040, 4.2),
)


def peers_table(title: str, peers: Sequence[Peer]) -> list[str]:
    """For people."""
    head = f"{title:<38}{'all right':>10} {'precision':>10} {'recall':>8} {'median':>10}"
    return [head, *(_line(peer) for peer in peers)]


def _line(peer: Peer) -> str:
    took = "" if peer.ms is None else f"{peer.ms:>7.1f} ms"
    return (
        f"{peer.name:<38}{100 * peer.all_right:>8.1f} % {100 * peer.precision:>8.1f} % "
        f"{100 * peer.recall:>6.1f} % {took:>10}"
    )
