// Arrays for Python on this device: the part of NumPy that bots and judges use, on typed arrays. There is no NumPy for
// browsers with this Python; src/stolik/server/browser/numpy stands in for it there, and asks here for all that takes
// long. Shapes and indices come as plain numbers, since whatever else Python hands over costs more than the reckoning.

/** Truths, whole numbers, floats of 32 and of 64 bits. */
type Kind = "b" | "i" | "f" | "d";
type Data = Uint8Array | Int32Array | Float32Array | Float64Array;
type Shape = readonly number[];
type Operand = Numbers | number | boolean;

const MAKE = { b: Uint8Array, i: Int32Array, f: Float32Array, d: Float64Array };
const RANK = { b: 0, i: 1, f: 2, d: 3 };

const product = (shape: Shape): number => shape.reduce((all, one) => all * one, 1);

/** Numbers in rows of rows: always one after the other, without gaps. */
export class Numbers {
  readonly data: Data;
  readonly shape: Shape;
  readonly kind: Kind;

  constructor(data: Data, shape: Shape, kind: Kind) {
    this.data = data;
    this.shape = shape;
    this.kind = kind;
  }
}

const made = (kind: Kind, shape: Shape): Numbers => new Numbers(new MAKE[kind](product(shape)), shape, kind);

export const filled = (kind: Kind, value: number, ...shape: number[]): Numbers => {
  const found = made(kind, shape);
  found.data.fill(value);
  return found;
};

/** Numbers from the bytes of a file, or of Python's arrays; `e` are floats of 16 bits. */
export function fromBytes(bytes: Uint8Array, type: string, kind: Kind, ...shape: number[]): Numbers {
  const whole = bytes.slice().buffer;
  const read = {
    B: () => new Uint8Array(whole),
    i: () => new Int32Array(whole),
    q: () => Float64Array.from(new BigInt64Array(whole), Number),
    e: () => Float32Array.from(new Uint16Array(whole), half),
    f: () => new Float32Array(whole),
    d: () => new Float64Array(whole),
  }[type]!();
  return new Numbers(read instanceof MAKE[kind] ? read : MAKE[kind].from(read as Float64Array), shape, kind);
}

/** A float of 16 bits. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

export const astype = ({ data, shape }: Numbers, kind: Kind): Numbers =>
  new Numbers(
    kind === "b" ? Uint8Array.from(data, truth) : MAKE[kind].from(data as Float64Array),
    shape,
    kind,
  );

const truth = (value: number): number => Number(value !== 0);

/** The same numbers in other rows, not copied; one size may be -1. */
export function reshaped(a: Numbers, ...shape: number[]): Numbers {
  const open = shape.indexOf(-1);
  if (open >= 0) shape[open] = a.data.length / (product(shape) * -1 || 1);
  if (product(shape) !== a.data.length) throw new RangeError(`${a.shape} cannot become ${shape}`);
  return new Numbers(a.data, shape, a.kind);
}

// -- Where numbers are ------------------------------------------------------------------------------------------------

function strides(shape: Shape): number[] {
  const found = shape.map(() => 1);
  for (let axis = shape.length - 2; axis >= 0; axis--) found[axis] = found[axis + 1]! * shape[axis + 1]!;
  return found;
}

function steps(count: number, step: number): Int32Array {
  const found = new Int32Array(count);
  for (let at = 0; at < count; at++) found[at] = at * step;
  return found;
}

/** Where every number of a table is found, given where each axis leads. */
function places(base: number, axes: Int32Array[]): Int32Array {
  let found = Int32Array.of(base);
  for (const axis of axes) {
    const next = new Int32Array(found.length * axis.length);
    let at = 0;
    for (const start of found) for (const further of axis) next[at++] = start + further;
    found = next;
  }
  return found;
}

function common(...shapes: Shape[]): number[] {
  const length = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length }, (_, at) => {
    const sizes = shapes.map((shape) => shape[at - length + shape.length] ?? 1);
    const size = sizes.find((one) => one !== 1) ?? 1;
    if (sizes.some((one) => one !== 1 && one !== size))
      throw new RangeError(`shapes do not fit: ${shapes.join(" / ")}`);
    return size;
  });
}

const same = (a: Shape, b: Shape): boolean => a.length === b.length && a.every((size, at) => size === b[at]);

/** Where each number of a larger shape is found in a smaller one. */
function spread(from: Shape, to: Shape): Int32Array {
  const step = strides(from);
  const axes = to.map((size, at) => {
    const axis = at - to.length + from.length;
    return steps(size, axis < 0 || from[axis] === 1 ? 0 : step[axis]!);
  });
  return places(0, axes);
}

export function broadcast(a: Numbers, ...shape: number[]): Numbers {
  return same(a.shape, shape) ? a : new Numbers(gathered(a, spread(a.shape, shape)), shape, a.kind);
}

function gathered({ data, kind }: Numbers, where: Int32Array): Data {
  const found = new MAKE[kind](where.length);
  for (let at = 0; at < where.length; at++) found[at] = data[where[at]!]!;
  return found;
}

type Found = { shape: number[]; from: number; to: number } | { shape: number[]; where: Int32Array };

/**
 * Find what an index names. It comes as four numbers for each of its parts: 0, a place; 1, a start, a step and how many;
 * 2, a new axis; 3, the next of the `tables`.
 */
function locate(a: Numbers, tables: Numbers[], parts: number[]): Found {
  const step = strides(a.shape);
  const shape: number[] = [];
  const axes: (() => Int32Array)[] = []; // asked for only where there are gaps
  const together = common(...tables.map((table) => table.shape), []);
  const lookup = new Int32Array(product(together));
  let [base, axis, table, gapless, begun] = [0, 0, 0, true, false];
  for (let at = 0; at < parts.length; at += 4) {
    const [type, start, stride, count] = parts.slice(at, at + 4) as [number, number, number, number];
    if (type === 2) {
      shape.push(1);
      axes.push(() => Int32Array.of(0));
      continue;
    }
    if (type === 0) {
      base += start * step[axis]!;
      gapless &&= !begun;
    } else if (type === 1) {
      base += start * step[axis]!;
      shape.push(count);
      const further = stride * step[axis]!;
      axes.push(() => steps(count, further));
      gapless &&= begun ? count === a.shape[axis] && stride === 1 : stride === 1;
      begun = true;
    } else {
      gapless = false;
      const chosen = tables[table++]!;
      const where = same(chosen.shape, together)
        ? chosen.data
        : gathered(chosen, spread(chosen.shape, together));
      const size = a.shape[axis]!;
      for (let one = 0; one < where.length; one++) {
        const place = where[one]! < 0 ? where[one]! + size : where[one]!;
        if (place < 0 || place >= size) throw new RangeError(`${where[one]} is out of bounds for ${size}`);
        lookup[one]! += place * step[axis]!;
      }
      if (table === 1) {
        shape.push(...together);
        axes.push(() => lookup);
      }
    }
    axis++;
  }
  if (gapless) return { shape, from: base, to: base + product(shape) };
  return {
    shape,
    where: places(
      base,
      axes.map((axis) => axis()),
    ),
  };
}

/** What an index names. Numbers without gaps are not copied: who changes them changes the whole. */
export function got(a: Numbers, count: number, ...rest: unknown[]): Numbers {
  const found = locate(a, rest.slice(0, count) as Numbers[], rest.slice(count) as number[]);
  const data = "where" in found ? gathered(a, found.where) : a.data.subarray(found.from, found.to);
  return new Numbers(data, found.shape, a.kind);
}

/** The numbers that a table of truths names. */
export function chosen(a: Numbers, truths: Numbers): Numbers {
  const found = a.data.filter((_, at) => truths.data[at] !== 0);
  return new Numbers(found, [found.length], a.kind);
}

export function put(a: Numbers, value: Operand, count: number, ...rest: unknown[]): void {
  const found = locate(a, rest.slice(0, count) as Numbers[], rest.slice(count) as number[]);
  const simple =
    value instanceof Numbers ? (value.data.length === 1 ? value.data[0]! : undefined) : Number(value);
  const values =
    simple === undefined ? broadcast(value as Numbers, ...trimmed(value as Numbers, found.shape)).data : [];
  if (!("where" in found)) {
    if (simple !== undefined) a.data.fill(simple, found.from, found.to);
    else a.data.set(values, found.from);
    return;
  }
  for (let at = 0; at < found.where.length; at++) a.data[found.where[at]!] = simple ?? values[at]!;
}

/** The shape to which a value is spread: it may have more axes in front, of one number each. */
const trimmed = (value: Numbers, shape: number[]): number[] => [
  ...value.shape.slice(0, Math.max(0, value.shape.length - shape.length)).map(() => 1),
  ...shape,
];

// -- Reckoning --------------------------------------------------------------------------------------------------------

const modulo = (x: number, y: number): number => x - y * Math.floor(x / y);

const BINARY: Record<string, (x: number, y: number) => number> = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  mod: modulo,
  pow: (x, y) => x ** y,
  max: (x, y) => (x > y || x !== x ? x : y),
  min: (x, y) => (x < y || x !== x ? x : y),
  eq: (x, y) => Number(x === y),
  ne: (x, y) => Number(x !== y),
  lt: (x, y) => Number(x < y),
  le: (x, y) => Number(x <= y),
  gt: (x, y) => Number(x > y),
  ge: (x, y) => Number(x >= y),
  and: (x, y) => x & y,
  or: (x, y) => x | y,
};
const TRUTHS = new Set(["eq", "ne", "lt", "le", "gt", "ge"]);

/** The kind of what comes of two; numbers of Python itself change it only from whole ones to floats. */
function kindOf(op: string, a: Operand, b: Operand, float: boolean): Kind {
  if (TRUTHS.has(op)) return "b";
  const kinds = [a, b].filter((one) => one instanceof Numbers).map((one) => one.kind);
  const [low, high] =
    kinds.length === 2 && RANK[kinds[0]!] > RANK[kinds[1]!] ? [kinds[1]!, kinds[0]!] : kinds;
  let kind = high ?? low!;
  if (low === "i" && high === "f") kind = "d";
  if (kinds.length === 1 && kind === "b" && !["and", "or"].includes(op)) kind = "i";
  return (float || op === "div") && RANK[kind] < 2 ? "d" : kind;
}

/** Reckon with two, number by number; `float` says that the one that is no array is a float; in `out`, if given. */
export function binary(op: string, a: Operand, b: Operand, float: boolean, out?: Numbers): Numbers {
  const [x, y] = [operand(a), operand(b)];
  const shape = same(x.shape, y.shape) ? x.shape : common(x.shape, y.shape);
  const found = out ?? made(kindOf(op, a, b, float), shape);
  const [xs, ys, to] = [aligned(x, shape), aligned(y, shape), found.data];
  if (op === "max" && xs.length === to.length && ys.length === to.length) larger(xs, ys, to);
  else if (op === "mul" && xs.length === to.length && ys.length === to.length) multiplied(xs, ys, to);
  else {
    const reckon = BINARY[op]!;
    const [dx, dy] = [Number(xs.length !== 1), Number(ys.length !== 1)];
    for (let at = 0; at < to.length; at++) to[at] = reckon(xs[at * dx]!, ys[at * dy]!);
  }
  return found;
}

function larger(x: Data, y: Data, to: Data): void {
  for (let at = 0; at < to.length; at++) to[at] = x[at]! > y[at]! ? x[at]! : y[at]!;
}

function multiplied(x: Data, y: Data, to: Data): void {
  for (let at = 0; at < to.length; at++) to[at] = x[at]! * y[at]!;
}

const operand = (one: Operand): Numbers =>
  one instanceof Numbers ? one : new Numbers(Float64Array.of(Number(one)), [], "d");

const aligned = (a: Numbers, shape: Shape): Data =>
  a.data.length === 1 || same(a.shape, shape) ? a.data : gathered(a, spread(a.shape, shape));

const UNARY: Record<string, (x: number) => number> = {
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  tanh: Math.tanh,
  sign: Math.sign,
  abs: Math.abs,
  neg: (x) => -x,
  not: (x) => Number(x === 0),
  isnan: (x) => Number(x !== x),
};
const KEEPS = new Set(["neg", "abs", "sign"]);

export function unary(op: string, a: Numbers): Numbers {
  const kind = op === "not" || op === "isnan" ? "b" : KEEPS.has(op) || RANK[a.kind] > 1 ? a.kind : "d";
  const found = made(kind, a.shape);
  const reckon = UNARY[op]!;
  for (let at = 0; at < found.data.length; at++) found.data[at] = reckon(a.data[at]!);
  return found;
}

export function where(truths: Numbers, a: Operand, b: Operand, float: boolean): Numbers {
  const [x, y] = [operand(a), operand(b)];
  const shape = common(truths.shape, x.shape, y.shape);
  const kinds = a instanceof Numbers || b instanceof Numbers ? kindOf("max", a, b, float) : float ? "d" : "i";
  const found = made(kinds, shape);
  const [is, xs, ys] = [aligned(truths, shape), aligned(x, shape), aligned(y, shape)];
  const [di, dx, dy] = [is, xs, ys].map((one) => Number(one.length !== 1)) as [number, number, number];
  for (let at = 0; at < found.data.length; at++) found.data[at] = is[at * di] ? xs[at * dx]! : ys[at * dy]!;
  return found;
}

/** Rows by a table of weights. Most numbers of a row are 0, and cost nothing. */
export function matmul(a: Numbers, weights: Numbers): Numbers {
  const inner = a.shape.at(-1)!;
  const outer = weights.shape[1]!;
  if (inner !== weights.shape[0]) throw new RangeError(`shapes do not fit: ${a.shape} / ${weights.shape}`);
  const found = made(RANK[a.kind] > RANK[weights.kind] ? a.kind : weights.kind, [
    ...a.shape.slice(0, -1),
    outer,
  ]);
  const [x, w, sums] = [a.data, weights.data, new Float64Array(outer)];
  for (let row = 0; row * inner < x.length; row++) {
    sums.fill(0);
    for (let at = 0; at < inner; at++) {
      const factor = x[row * inner + at]!;
      if (factor === 0) continue;
      const start = at * outer;
      for (let to = 0; to < outer; to++) sums[to]! += factor * w[start + to]!;
    }
    found.data.set(sums, row * outer);
  }
  return found;
}

/** An axis: how many rows before it, how long it is, how many numbers each of its places has. */
function along(shape: Shape, axis: number): [before: number, size: number, after: number] {
  return [product(shape.slice(0, axis)), shape[axis]!, product(shape.slice(axis + 1))];
}

const ARGUMENTS = new Set(["argmax", "argmin"]);
const START: Record<string, number> = {
  sum: 0,
  mean: 0,
  prod: 1,
  max: -Infinity,
  min: Infinity,
  any: 0,
  all: 1,
};

/** What comes of the numbers along an axis. */
export function reduced(op: string, a: Numbers, axis: number, keep: boolean): Numbers {
  const [before, size, after] = along(a.shape, axis);
  const shape = [...a.shape.slice(0, axis), ...(keep ? [1] : []), ...a.shape.slice(axis + 1)];
  const whole = a.kind === "b" ? "i" : a.kind;
  const kind = ARGUMENTS.has(op)
    ? "i"
    : op === "any" || op === "all"
      ? "b"
      : op === "mean" && whole === "i"
        ? "d"
        : whole;
  const found = made(kind, shape);
  const reckon = ARGUMENTS.has(op)
    ? undefined
    : BINARY[{ sum: "add", mean: "add", prod: "mul", any: "or", all: "and" }[op] ?? op];
  for (let row = 0; row < before; row++)
    for (let column = 0; column < after; column++) {
      const start = row * size * after + column;
      let value = START[op] ?? a.data[start]!;
      let best = 0;
      for (let at = 0; at < size; at++) {
        const next = a.data[start + at * after]!;
        if (reckon) value = reckon(op === "any" || op === "all" ? truth(next) : next, value);
        else if (op === "argmax" ? next > value : next < value) [value, best] = [next, at];
      }
      found.data[row * after + column] = reckon ? (op === "mean" ? value / size : value) : best;
    }
  return found;
}

/** The rows of an axis that a table names; in `out`, if given. */
export function taken(a: Numbers, table: Numbers, axis: number, out?: Numbers): Numbers {
  const [before, size, after] = along(a.shape, axis);
  const found = out ?? made(a.kind, [...a.shape.slice(0, axis), ...table.shape, ...a.shape.slice(axis + 1)]);
  const [from, to, which] = [a.data, found.data, table.data];
  let at = 0;
  for (let row = 0; row < before; row++)
    for (let one = 0; one < which.length; one++) {
      const start = (row * size + which[one]!) * after;
      for (let column = 0; column < after; column++) to[at++] = from[start + column]!;
    }
  return found;
}

/** Each row's own numbers, by a table of places along an axis. */
export function takenAlong(a: Numbers, table: Numbers, axis: number): Numbers {
  const shape = common(...[a, table].map((one) => one.shape.map((size, at) => (at === axis ? 1 : size))));
  const full = shape.map((size, at) => (at === axis ? table.shape[axis]! : size));
  const which = aligned(table, full);
  const step = strides(a.shape);
  const start = places(
    0,
    full.map((size, at) => steps(size, at === axis || a.shape[at] === 1 ? 0 : step[at]!)),
  );
  const found = made(a.kind, full);
  for (let at = 0; at < start.length; at++)
    found.data[at] = a.data[start[at]! + which[at % which.length]! * step[axis]!]!;
  return found;
}

export function joined(axis: number, ...parts: Numbers[]): Numbers {
  const kind = parts.map((one) => one.kind).reduce((a, b) => kindOf("max", made(a, []), made(b, []), false));
  const shape = [...parts[0]!.shape];
  shape[axis] = parts.reduce((sum, one) => sum + one.shape[axis]!, 0);
  const found = made(kind, shape);
  const [before, size, after] = along(shape, axis);
  let begin = 0;
  for (const one of parts) {
    const length = one.shape[axis]! * after;
    for (let row = 0; row < before; row++)
      found.data.set(one.data.subarray(row * length, (row + 1) * length), row * size * after + begin);
    begin += length;
  }
  return found;
}

export function rolled(a: Numbers, by: number, axis: number): Numbers {
  const size = a.shape[axis]!;
  return taken(
    a,
    new Numbers(
      Int32Array.from({ length: size }, (_, at) => modulo(at - by, size)),
      [size],
      "i",
    ),
    axis,
  );
}

export function turned(a: Numbers): Numbers {
  const step = strides(a.shape).reverse();
  const shape = [...a.shape].reverse();
  return new Numbers(
    gathered(
      a,
      places(
        0,
        shape.map((size, at) => steps(size, step[at]!)),
      ),
    ),
    shape,
    a.kind,
  );
}

export function copyWhere(to: Numbers, from: Numbers, truths: Numbers): void {
  for (let at = 0; at < to.data.length; at++) if (truths.data[at]) to.data[at] = from.data[at]!;
}

export function counted(places: Numbers, weights: Numbers, least: number): Numbers {
  let size = least;
  for (const place of places.data) size = Math.max(size, place + 1);
  const found = made("d", [size]);
  for (let at = 0; at < places.data.length; at++) found.data[places.data[at]!]! += weights.data[at]!;
  return found;
}

/** Rows summed up by their weights: "r,rsb->sb". */
export function weighed(weights: Numbers, rows: Numbers, to: Numbers): void {
  const size = to.data.length;
  const [sums, factors, from] = [to.data, weights.data, rows.data];
  sums.fill(0);
  for (let row = 0; row < factors.length; row++) {
    const [factor, start] = [factors[row]!, row * size];
    for (let at = 0; at < size; at++) sums[at]! += factor * from[start + at]!;
  }
}

/** Which numbers come first; equal ones stay in their order. */
export function order(a: Numbers): Numbers {
  const found = Int32Array.from(a.data.keys()).sort((x, y) => a.data[x]! - a.data[y]! || x - y);
  return new Numbers(found, [found.length], "i");
}
