/** How each state was reached: the number of the state before it, and the name of the step from there. */
export function createTrails() {
  const traces: { before: number; name: string }[] = [];
  return {
    /** Returns the number of the new state; −1 stands for the beginning. */
    add: (before: number, name: string): number => traces.push({ before, name }) - 1,
    get length() {
      return traces.length;
    },
    /** The steps to a state, first to last. */
    to(last: number): string {
      const names: string[] = [];
      for (let at = traces[last]; at; at = traces[at.before]) names.unshift(at.name);
      return names.join(' ');
    },
  };
}
