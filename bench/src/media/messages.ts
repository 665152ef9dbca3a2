export type ToLoad =
  | { readonly type: 'offer'; readonly leg: string; readonly room: number }
  | { readonly type: 'answer'; readonly leg: string; readonly sdp: string }
  /** stamped: each packet contains its send time. clicks: the first leg of each room clicks twice per second. */
  | { readonly type: 'start'; readonly sound: 'stamped' | 'clicks' }
  | { readonly type: 'reset' }
  | { readonly type: 'read' };

export type FromLoad =
  | { readonly type: 'offered'; readonly leg: string; readonly sdp: string }
  | { readonly type: 'connected'; readonly leg: string }
  /** Delays in ms of the packets or clicks since `reset`; `sent` is the expected count. */
  | { readonly type: 'delays'; readonly delays: readonly number[]; readonly sent: number };

export type ToMixer =
  | { readonly type: 'answer'; readonly leg: string; readonly sdp: string }
  | { readonly type: 'join'; readonly legs: readonly string[] };

export type FromMixer = { readonly type: 'answered'; readonly leg: string; readonly sdp: string };
