import { describe, expect, it } from 'vitest';
import { systemCallFilter } from '../../../src/adapters/sandbox/system-call-filter.ts';

/** Runs a filter as the kernel does, on one call. */
function run(
  program: Buffer,
  call: { number: number; architecture: number; first?: number },
): number {
  const data: Record<number, number> = {
    0: call.number,
    4: call.architecture,
    16: call.first ?? 0,
  };
  let loaded = 0;
  for (let at = 0; at < program.length; at += 8) {
    const code = program.readUInt16LE(at);
    const operand = program.readUInt32LE(at + 4);
    const jump = (holds: boolean) => 8 * program.readUInt8(at + (holds ? 2 : 3));
    if (code === 0x06) return operand;
    if (code === 0x20) loaded = data[operand] ?? Number.NaN;
    else if (code === 0x15) at += jump(loaded === operand);
    else if (code === 0x35) at += jump(loaded >= operand);
    else throw new Error(`no such instruction: ${code}`);
  }
  throw new Error('it ended without an answer');
}

const ALLOWED = 0x7fff0000;
const refused = (error: number) => 0x50000 + error;

describe.each([
  {
    processor: 'x64',
    architecture: 0xc000003e,
    other: 0x40000003,
    socket: 41,
    keyctl: 250,
    read: 0,
    bpf: 321,
  },
  {
    processor: 'arm64',
    architecture: 0xc00000b7,
    other: 0x40000028,
    socket: 198,
    keyctl: 219,
    read: 63,
    bpf: 280,
  },
])('the filter for $processor', ({ processor, architecture, other, socket, keyctl, read, bpf }) => {
  const program = systemCallFilter(processor) ?? Buffer.alloc(0);

  it.each([
    ['an ordinary call', { number: read, architecture }, ALLOWED],
    ['a socket of the network', { number: socket, architecture, first: 2 }, ALLOWED],
    [
      'a socket to a virtual machine’s host',
      { number: socket, architecture, first: 40 },
      refused(97),
    ],
    ['a key ring', { number: keyctl, architecture }, refused(1)],
    ['a program for the kernel', { number: bpf, architecture }, refused(1)],
    ['a ring of calls', { number: 425, architecture }, refused(1)],
    [
      'a call by another set of numbers',
      { number: 0x40000000 + socket, architecture },
      refused(38),
    ],
    ['a call of another architecture', { number: read, architecture: other }, refused(38)],
  ])('%s', (_, call, answer) => expect(run(program, call)).toBe(answer));
});

it('is none for a processor it does not know', () => {
  expect(systemCallFilter('riscv64')).toBeNull();
});
