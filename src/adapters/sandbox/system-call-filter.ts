/**
 * What no build and no test needs, and what attacks on the kernel and on its keys are made of: key rings, which no namespace
 * parts, programs for the kernel, counters of other processes, faults in user space, rings that get around this very filter.
 */
const REFUSED = {
  x64: {
    architecture: 0xc000003e,
    socket: 41,
    calls: [248, 249, 250, 298, 321, 323, 425, 426, 427],
  },
  arm64: {
    architecture: 0xc00000b7,
    socket: 198,
    calls: [217, 218, 219, 241, 280, 282, 425, 426, 427],
  },
} as const;

/** Sockets of a virtual machine to its host: of no network namespace. */
const AF_VSOCK = 40;

/** Bits of x32’s numbers, a second set for the same calls. */
const X32 = 0x4000_0000;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Classic BPF: code, jump when true, jump when false, operand (`struct sock_filter`). */
type Instruction = [code: number, yes: number, no: number, operand: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const equal = (operand: number, yes: number, no: number): Instruction => [0x15, yes, no, operand];
const atLeast = (operand: number, yes: number, no: number): Instruction => [0x35, yes, no, operand];
const answer = (operand: number): Instruction => [0x06, 0, 0, operand];
const ALLOW = answer(0x7fff_0000);
const refuse = (error: number): Instruction => answer(0x0005_0000 | error);

/** Where `struct seccomp_data` has what is asked: number, architecture, the lower half of the first argument. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST = 16;

/**
 * The filter of system calls that bubblewrap puts over a program and all it starts, for this processor; null where none is
 * known. Calls of another architecture (32-bit programs) are refused: they would go around it.
 */
export function systemCallFilter(processor: string = process.arch): Buffer | null {
  if (processor !== 'x64' && processor !== 'arm64') return null;
  const { architecture, socket, calls } = REFUSED[processor];
  return bytes([
    load(ARCHITECTURE),
    equal(architecture, 1, 0),
    refuse(ENOSYS),
    load(NUMBER),
    atLeast(X32, 0, 1),
    refuse(ENOSYS),
    ...calls.flatMap((call) => [equal(call, 0, 1), refuse(EPERM)]),
    equal(socket, 0, 3),
    load(FIRST),
    equal(AF_VSOCK, 0, 1),
    refuse(EAFNOSUPPORT),
    ALLOW,
  ]);
}

function bytes(instructions: readonly Instruction[]): Buffer {
  const program = Buffer.alloc(instructions.length * 8);
  for (const [at, [code, yes, no, operand]] of instructions.entries()) {
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(yes, at * 8 + 2);
    program.writeUInt8(no, at * 8 + 3);
    program.writeUInt32LE(operand, at * 8 + 4);
  }
  return program;
}
