"""Operations of NumPy that the games use, each at least once: with NumPy, and with what stands in for it."""

from __future__ import annotations

from typing import Any

import numpy as np


def operations() -> dict[str, Any]:
    """Return what comes of them, in plain numbers."""
    a = np.arange(24).reshape(2, 3, 4)
    f = a.astype(np.float32) / 7
    t = f > 1.5
    row = np.array([0.5, -1.25, 3.0])
    memory = np.zeros(12)
    part = memory[2:8].reshape(2, 3)
    part[1] = [1.0, 2.0, 3.0]
    part += 1
    picked = np.array([4, 0, 2])
    np.copyto(picked, np.array([7, 8, 9]), where=np.array([True, False, True]))
    out = np.zeros((3, 2))
    np.einsum("r,rsb->sb", np.array([0.5, 0.25]), np.arange(12).reshape(2, 3, 2) / 1, out=out)
    once = np.maximum(row, 0.0)
    np.maximum(once, row * 2, out=once)
    filled = np.zeros((2, 3, 4))
    filled[:, 1] = [1, 2, 3, 4]
    filled[np.arange(2)[:, None], np.array([[0, 2], [2, 0]]), 3] = -1
    filled[..., 0] = np.array([[5], [6]])
    return {
        "whole": [int(a.sum()), int(a.max()), float(a.mean()), float(f.std()), bool(t.any()), bool(t.all())],
        "kinds": [
            (a / 2)[0, 1].tolist(),
            (a % 5 - 3)[1].tolist(),
            (1 - f)[0, 0].tolist(),
            (a * t)[1].tolist(),
        ],
        "axes": [
            f.sum(axis=1).tolist(),
            f.max(axis=2, keepdims=True).tolist(),
            (f + 1).prod(axis=0).tolist(),
            a.argmax(1).tolist(),
            (-a).argmin(axis=2).tolist(),
            t.sum(1).tolist(),
            a.mean(axis=1).tolist(),
        ],
        "parts": [
            a[1].tolist(),
            a[:, 1:, ::2].tolist(),
            a[..., -1].tolist(),
            int(a[0, 2, 3]),
            a[:, None, 0].tolist(),
            a[1, [0, 2]].tolist(),
            a[:, [2, 0]].tolist(),
            a[..., [1, 1, 3]].tolist(),
            a[np.arange(2)[:, None], np.array([[0, 2], [1, 1]])].tolist(),
            a[..., [0], None].tolist(),
            row[row > 0].tolist(),
            a[-1, -2].tolist(),
            a[..., []].sum(2).tolist(),
        ],
        "written": [memory.tolist(), filled.tolist(), picked.tolist(), out.tolist(), once.tolist()],
        "products": [
            (f[0] @ np.arange(8).reshape(4, 2).astype(np.float32)).tolist(),
            (f @ np.eye(4, dtype=np.float32)).tolist(),
            (row @ np.array([[1.0], [2.0], [3.0]])).tolist(),
        ],
        "together": [
            np.concatenate([row, picked]).tolist(),
            np.concatenate((f, f * 2), axis=2).tolist(),
            np.stack([row, row], axis=1).tolist(),
            np.vstack((out, out[0])).tolist(),
            np.tile(np.array([1, 2]), (3, 1)).tolist(),
            np.broadcast_to(row[:, None], (3, 2)).tolist(),
            np.roll(row, 1).tolist(),
            np.roll(out, -1, axis=1).tolist(),
            out.T.tolist(),
            np.full((2, 2), -1.5).tolist(),
            np.zeros_like(picked).tolist(),
            np.tri(3, k=-1).tolist(),
            np.full_like(picked, 7).tolist(),
            np.ones(2, bool).tolist(),
            np.array(2.5).tolist(),
        ],
        "chosen": [
            np.where(row > 0, row, 0.0).tolist(),
            np.where(t, -1, a).tolist(),
            np.clip([-9.0, 2.0], -6, 6).tolist(),
            np.take_along_axis(a, np.array([[[1], [0]], [[2], [2]]]), 1).tolist(),
            a.take(picked % 3, 1).tolist(),
            a.take([3, 23]).tolist(),
            np.isin(picked, (7, 9)).tolist(),
            np.argsort(-row, kind="stable").tolist(),
            np.array([0, 5, 9]).searchsorted(np.arange(11), side="right").tolist(),
            np.bincount(picked % 3, np.array([0.5, 0.25, 1.0]), minlength=5).tolist(),
            np.cumsum([0, 2, 5]).tolist(),
            [one.tolist() for one in np.split(a, np.cumsum([1, 1])[:-1])],
            np.frombuffer(b"\x01\x00\x7f", np.int8).reshape(3, 1).tolist(),
            np.average(out, axis=0, weights=[0.2, 0.3, 0.5]).tolist(),
            np.mean([[1, 2], [3, 5]], axis=0).tolist(),
            np.subtract((3, 4), (1, 9)).tolist(),
        ],
        "reckoned": [
            np.exp(row).tolist(),
            np.tanh(row).tolist(),
            np.sign(row).tolist(),
            np.sqrt(a[0, 0]).tolist(),
            np.log(2.0),
            np.isnan(np.array([np.nan, 1.0])).tolist(),
            (~t)[0].tolist(),
            (t & (a > 20)).tolist(),
            (t | (a < 2)).tolist(),
            (row == 3.0).tolist(),
            (row != 3.0).tolist(),
            (a >= 11).tolist(),
            (a <= 3)[0].tolist(),
            (row**2).tolist(),
        ],
    }
