/* Ascending lists of distinct numbers. */

export type Numbers = Float64Array;

export function unite(lists: readonly Numbers[]): Numbers {
  return lists.reduce(
    (united, list) => (united.length === 0 ? list : list.length === 0 ? united : uniteTwo(united, list)),
    new Float64Array(0),
  );
}

function uniteTwo(one: Numbers, other: Numbers): Numbers {
  const united = new Float64Array(one.length + other.length);
  let length = 0;
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const a = one[left] ?? Infinity;
    const b = other[right] ?? Infinity;
    united[length++] = Math.min(a, b);
    if (a <= b) left += 1;
    if (b <= a) right += 1;
  }
  return united.subarray(0, length);
}

/** The numbers of `one` that are in `other`, where `shift` is added to them; without those where `isIn` is false. */
export function keep(one: Numbers, other: Numbers, { shift = 0, isIn = true } = {}): Numbers {
  const kept = new Float64Array(one.length);
  let length = 0;
  let right = 0;
  for (let left = 0; left < one.length; left += 1) {
    const wanted = (one[left] ?? 0) + shift;
    right = skipTo(other, right, wanted);
    if ((other[right] === wanted) === isIn) kept[length++] = one[left] ?? 0;
  }
  return kept.subarray(0, length);
}

/** The first place from `from` on with at least `wanted`; in growing steps, because lists differ in length. */
function skipTo(list: Numbers, from: number, wanted: number): number {
  let low = from;
  let step = 1;
  while (low < list.length && (list[low] ?? 0) < wanted) {
    if ((list[low + step] ?? Infinity) < wanted) {
      low += step;
      step *= 2;
    } else if (step === 1) {
      return low + 1;
    } else {
      low += 1;
      step = 1;
    }
  }
  return low;
}
