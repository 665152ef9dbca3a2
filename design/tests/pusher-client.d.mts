import type { EventEmitter } from 'node:events';

interface Bindings extends EventEmitter {
  readonly succeed: () => void;
}

export class PusherClient {
  static latest: PusherClient | null;
  readonly connection: Bindings;
  readonly channels: Map<string, Bindings>;
  readonly key: string;
  readonly options: Record<string, unknown>;
}
