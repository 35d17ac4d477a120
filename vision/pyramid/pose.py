"""Where the pyramid stands before the camera: a 3x4 matrix from points of the lattice to pixels, and its fit.

What is not known of the camera is fitted with it, held near to what is usual: a camera that looks about
straight down from half a metre. On a mat the camera is known, and only place, turn and height are left.
"""

import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from vision.kit.camera import about
from vision.pyramid.lattice import DIE, UNIT, Floats, in_space
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.pose

_USUAL_DISTANCE = 500.0 / DIE  # of the camera, in edges of a die


class Pose(Struct, frozen=True, eq=False):
    """`matrix` (3, 4) brings points of space (in edges of a die, see `in_space`) into the picture."""

    matrix: Floats

    def project(self, points: Floats) -> Floats:
        """Lattice points, shape (n, 3), as pixels (n, 2)."""
        return np.asarray(_projected(self.matrix[None], in_space(points))[0])

    def nearness(self, points: Floats) -> Floats:
        """Larger for what is nearer to the camera, shape (n,)."""
        return np.asarray(-(in_space(points) @ self.matrix[2, :3] + self.matrix[2, 3]))


class AnyCamera(Struct, frozen=True, eq=False):
    """An unknown camera that looks about straight down.

    The values: where the middle of the base is (2), pixels per edge (log), turn, tilt (2), 1 / distance.
    """

    size: tuple[int, int]
    usual: Floats
    stray: Floats

    @classmethod
    def over(cls, size: tuple[int, int], middle: Floats, per_edge: float, turn: float) -> "AnyCamera":
        usual = np.array([*middle, np.log(per_edge), turn, 0.0, 0.0, 1 / _USUAL_DISTANCE])
        return cls(size, usual, np.array([300.0, 300.0, 1.0, 3.0, 0.05, 0.05, 0.0035]))

    def matrix(self, values: Floats) -> Floats:
        u, v, per_edge, turn, lean_x, lean_y, near = values.tolist()
        distance, focal = 1 / near, math.exp(per_edge) / near
        x, y = self.size[0] / 2, self.size[1] / 2
        a, b = ((at - middle) / focal * distance for at, middle in ((u, x), (v, y)))
        (cx, sx), (cy, sy), (c, s) = ((math.cos(way), math.sin(way)) for way in (lean_x, lean_y, turn))
        # turned, then leaning to one side and to the other; what is near to the camera is high
        across = (cy * c, -cy * s, -sy, a)
        down = (cx * s + sx * sy * c, cx * c - sx * sy * s, sx * cy, b)
        away = (sx * s - cx * sy * c, sx * c + cx * sy * s, -cx * cy, distance)
        inner = np.array([(focal, 0, x), (0, focal, y), (0, 0, 1)])
        return np.asarray(inner @ np.array([across, down, away]))

    def shifted(self, values: Floats, plan: Floats) -> Floats:
        """The values of a pyramid shifted by edges to the right and downwards, before it is rotated."""
        out = values.copy()
        out[:2] += np.exp(values[2]) * about(2, float(values[3]))[:2, :2] @ plan
        return out

    def stepped(self, values: Floats, step: Floats) -> Floats:
        """The values of a pyramid whose top stands *step* (along i, j, k) from where it stood."""
        whole = self.matrix(values) @ np.append(step @ UNIT, 1.0)
        farther = whole[2] * values[6]
        return np.array([*whole[:2] / whole[2], values[2] - np.log(farther), *values[3:6], 1 / whole[2]])


class OnMat(Struct, frozen=True, eq=False):
    """A camera known from the mat. The values: x, y (mm), turn, height of the lowest corners (mm)."""

    camera: tuple[float, ...]  # the 3x4 matrix from millimetres on the mat to pixels, row by row
    usual: Floats
    stray: Floats
    edge: float = DIE

    @classmethod
    def at(
        cls,
        camera: tuple[float, ...],
        x: float,
        y: float,
        turn: float,
        stray: tuple[float, float, float, float] = (60.0, 60.0, 3.0, 2.5),
    ) -> "OnMat":
        return cls(camera, np.array([x, y, turn, 1.5]), np.array(stray))

    def matrix(self, values: Floats) -> Floats:
        x, y, turn, floor = values.tolist()
        c, s, edge = self.edge * math.cos(turn), self.edge * math.sin(turn), self.edge
        put = np.array([(c, -s, 0, x), (s, c, 0, y), (0, 0, edge, floor), (0, 0, 0, 1)])
        return np.asarray(np.array(self.camera).reshape(3, 4) @ put)

    def shifted(self, values: Floats, plan: Floats) -> Floats:
        out = values.copy()
        out[:2] += self.edge * about(2, float(values[2]))[:2, :2] @ plan
        return out

    def stepped(self, values: Floats, step: Floats) -> Floats:
        """The values of a pyramid whose top stands *step* (along i, j, k) from where it stood."""
        out = self.shifted(values, step @ UNIT[:, :2])
        out[3] += self.edge * float(step @ UNIT[:, 2])
        return out


# What may vary: from numbers to a matrix, with the usual values and how far they usually stray.
Freedom = AnyCamera | OnMat


def fit(
    freedom: Freedom,
    points: Floats,
    pixels: Floats,
    weights: Floats,
    start: Floats,
    errors: Sequence[float] = (_S.usual_error,) * 3,
) -> tuple[Pose, Floats]:
    """The pose in which lattice *points* (n, 3) are seen at *pixels* (n, 2), and its values; *errors* are
    how far off places usually are seen, one for each round."""
    values, space = start, in_space(points)
    for usual_error in errors:
        seen, slopes = _seen(freedom, values, space)
        off = pixels - seen
        far = np.linalg.norm(off, axis=1)
        trust = np.repeat(weights / (1 + (far / (3 * usual_error)) ** 2) / usual_error**2, 2)
        held = np.diag(1 / freedom.stray**2)
        left = slopes.T @ (slopes * trust[:, None]) + held
        right = slopes.T @ (off.ravel() * trust) + held @ (freedom.usual - values)
        values = values + np.linalg.solve(left, right)
    return Pose(freedom.matrix(values)), values


def _seen(freedom: Freedom, values: Floats, space: Floats) -> tuple[Floats, Floats]:
    """The pixels (n, 2) of points of space, and how their rows and columns move with every value."""
    steps = 1e-4 * freedom.stray
    matrices = np.array([freedom.matrix(one) for one in (values, *(values + np.diag(steps)))])
    now, *ahead = _projected(matrices, space)
    return now, (np.stack(ahead, axis=-1) - now[..., None]).reshape(-1, len(steps)) / steps


def _projected(matrices: Floats, space: Floats) -> Floats:
    """Points of space (n, 3) as pixels (m, n, 2) by each of *matrices* (m, 3, 4)."""
    whole = space @ matrices[:, :, :3].transpose(0, 2, 1) + matrices[:, None, :, 3]
    return np.asarray(whole[..., :2] / whole[..., 2:])
