import type { Observation } from '../../core/observation.ts';

/** One line of the page's log. `at`: milliseconds since 1970. */
export type Entry = Observation & { readonly id: number; readonly at: number };

export interface ConnectionView {
  readonly socketId: string;
  readonly userId: string | null;
  readonly address: string;
  readonly userAgent: string;
  readonly since: number;
  readonly channels: readonly string[];
}

export interface ChannelView {
  readonly name: string;
  readonly subscribers: number;
  /** `info` is JSON text. */
  readonly members: readonly { readonly userId: string; readonly info: string | null }[];
}

/** What the service holds now. The lists are cut, the totals aren't. */
export interface StateView {
  readonly connections: readonly ConnectionView[];
  readonly totalConnections: number;
  readonly channels: readonly ChannelView[];
  readonly totalChannels: number;
}

export interface AppView {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly appId: string;
  readonly key: string;
  /** Null unless it's the development secret that everyone knows. */
  readonly secret: string | null;
  readonly webhookUrl: string | null;
}

/** The first message of the feed; the page then shows the same as one that was open all along. */
export interface FeedStart {
  readonly app: AppView;
  readonly state: StateView;
  readonly entries: readonly Entry[];
}
