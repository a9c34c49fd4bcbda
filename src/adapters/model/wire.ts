import { AsyncLocalStorage } from 'node:async_hooks';

/** One model call on its way: what was sent, and what came back instead of a stream. */
export interface Wire {
  /** The request’s body, as it went over the wire. */
  sent: Buffer | null;
  /** Told of every sign of life of the provider: its headers, and each piece of its answer. */
  alive: () => void;
  /** An answer that came whole although a stream was asked for; what is asked next gets it, without another request. */
  whole: Response | null;
}

const wires = new AsyncLocalStorage<Wire>();

/** Runs one model call; the provider’s package fetches by `watchedFetch` inside. */
export const onWire = <T>(wire: Wire, call: () => Promise<T>): Promise<T> => wires.run(wire, call);

/** Thrown inside a provider’s package: the server cannot stream, and its answer is kept. */
class AnsweredWhole extends Error {
  override readonly name = 'AnsweredWhole';
}

/** What providers’ packages fetch by: keeps what was sent, and tells of every sign of life. */
export const watchedFetch: typeof fetch = async (input, init) => {
  const wire = wires.getStore();
  if (wire === undefined) return fetch(input, init);
  if (wire.whole !== null) {
    const { whole } = wire;
    wire.whole = null;
    return whole;
  }
  const body = typeof init?.body === 'string' ? Buffer.from(init.body) : null;
  wire.sent = body;
  const response = await fetch(input, body === null ? init : { ...init, body });
  wire.alive();
  const watched = watch(response, wire.alive);
  const streams = response.headers.get('content-type')?.includes('event-stream') ?? false;
  if (streams || !response.ok) return watched;
  wire.whole = watched;
  throw new AnsweredWhole('the answer came whole');
};

function watch(response: Response, alive: () => void): Response {
  if (response.body === null) return response;
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      alive();
      controller.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(pieces), response);
}
