/** What the measuring process and its helpers say to each other. */
export type ToLoad =
  | { readonly type: 'offer'; readonly leg: string }
  | { readonly type: 'answer'; readonly leg: string; readonly sdp: string }
  | { readonly type: 'talk' }
  | { readonly type: 'forget' }
  | { readonly type: 'read' };

export type FromLoad =
  | { readonly type: 'offered'; readonly leg: string; readonly sdp: string }
  | { readonly type: 'connected'; readonly leg: string }
  /** Delays in ms of the packets that arrived since `forget`. */
  | { readonly type: 'delays'; readonly delays: readonly number[]; readonly sent: number };

export type ToRelay =
  | { readonly type: 'answer'; readonly leg: string; readonly sdp: string }
  | { readonly type: 'join'; readonly a: string; readonly b: string };

export type FromRelay = { readonly type: 'answered'; readonly leg: string; readonly sdp: string };
