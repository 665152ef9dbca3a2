import type { Exchange } from '../calls/exchange.ts';
import type { Directory } from '../store/directory.ts';
import type { Store } from '../store/store.ts';
import type { Texts } from '../texts/texts.ts';
import type { Notifications } from '../webhooks/notifications.ts';
import type { Resources } from './resources.ts';

export interface RestDeps {
  readonly exchange: Exchange;
  readonly store: Store;
  readonly directory: Directory;
  readonly texts: Texts;
  readonly notifications: Notifications;
  readonly resources: Resources;
}
