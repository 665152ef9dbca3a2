import type { ConsoleRequestName } from '@offhook/contract/console/console';
import type { RouteRequest, RouteResponse } from '../../platform/http/route.ts';
import type { Actor } from './change.ts';

export type ConsoleQuery<N extends ConsoleRequestName> = RouteRequest<N>['query'];
export type ConsoleBody<N extends ConsoleRequestName> = RouteRequest<N>['body'];
export type ConsoleRequest<N extends ConsoleRequestName> = Actor &
  Pick<RouteRequest<N>, 'params' | 'query' | 'body'>;
export type ConsoleResponse<N extends ConsoleRequestName> = RouteResponse<N>;
