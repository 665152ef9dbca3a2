/** What the measuring process and its helpers say to each other. */
export type ToLoad =
  | { readonly type: 'offer'; readonly leg: string; readonly room: number }
  | { readonly type: 'answer'; readonly leg: string; readonly sdp: string }
  /** Stamped: every packet says when it was sent. Clicks: the first of each room clicks twice a second. */
  | { readonly type: 'talk'; readonly sound: 'stamped' | 'clicks' }
  | { readonly type: 'forget' }
  | { readonly type: 'read' };

export type FromLoad =
  | { readonly type: 'offered'; readonly leg: string; readonly sdp: string }
  | { readonly type: 'connected'; readonly leg: string }
  /** Delays in ms of the packets, or clicks, that arrived since `forget`; `sent` is how many could have. */
  | { readonly type: 'delays'; readonly delays: readonly number[]; readonly sent: number };

export type ToMixer =
  | { readonly type: 'answer'; readonly leg: string; readonly sdp: string }
  | { readonly type: 'join'; readonly legs: readonly string[] };

export type FromMixer = { readonly type: 'answered'; readonly leg: string; readonly sdp: string };
