const AT_ONCE = 32;

/** Maps with a bounded number of open files. */
export async function inBatches<T, R>(
  all: readonly T[],
  act: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const batch = all.slice(from, from + AT_ONCE);
    results.push(...(await Promise.all(batch.map((one, index) => act(one, from + index)))));
  }
  return results;
}
