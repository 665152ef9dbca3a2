/** A request of the console as it reaches its service: parsed, of somebody who may ask it. */
import type { ConsoleRequestName, ConsoleRequests } from '@offhook/contract/console/console';
import type * as z from 'zod/mini';
import type { Actor } from './change.ts';

type Parsed<N extends ConsoleRequestName, K extends string> =
  ConsoleRequests[N] extends Record<K, infer S extends z.ZodMiniType> ? z.output<S> : undefined;

export type ConsoleParams<N extends ConsoleRequestName> = Parsed<N, 'params'>;
export type ConsoleQuery<N extends ConsoleRequestName> = Parsed<N, 'query'>;
export type ConsoleBody<N extends ConsoleRequestName> = Parsed<N, 'body'>;

export interface ConsoleRequest<N extends ConsoleRequestName> extends Actor {
  readonly params: ConsoleParams<N>;
  readonly query: ConsoleQuery<N>;
  readonly body: ConsoleBody<N>;
}

export type ConsoleAnswer<N extends ConsoleRequestName> = z.input<ConsoleRequests[N]['response']>;
