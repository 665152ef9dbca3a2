export type WebhookEvent =
  | { name: 'channel_occupied' | 'channel_vacated' | 'cache_miss'; channel: string }
  | { name: 'member_added' | 'member_removed'; channel: string; user_id: string }
  | { name: 'subscription_count'; channel: string; subscription_count: number }
  | {
      name: 'client_event';
      channel: string;
      event: string;
      data: string | null;
      socket_id: string;
      user_id?: string;
    };
