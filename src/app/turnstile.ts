/** Lets tasks about the same thing pass one after the other, in the order they came. One that fails stops none behind it. */
export function turnstile(): <T>(about: object, task: () => Promise<T>) => Promise<T> {
  const last = new WeakMap<object, Promise<unknown>>();
  return (about, task) => {
    const before = last.get(about) ?? Promise.resolve();
    const mine = before.then(task, task);
    last.set(about, mine);
    return mine;
  };
}
