/** A request of the console as it reaches its service: parsed, of somebody who may ask it. */
import type { ConsoleRequestName } from '@offhook/contract/console/console';
import type { AnswerOf, RouteRequest } from '../../platform/http/route.ts';
import type { Actor } from './change.ts';

export type ConsoleQuery<N extends ConsoleRequestName> = RouteRequest<N>['query'];
export type ConsoleBody<N extends ConsoleRequestName> = RouteRequest<N>['body'];
export type ConsoleRequest<N extends ConsoleRequestName> = Actor &
  Pick<RouteRequest<N>, 'params' | 'query' | 'body'>;
export type ConsoleAnswer<N extends ConsoleRequestName> = AnswerOf<N>;
