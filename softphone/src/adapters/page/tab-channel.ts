import type { TabEffect, TabEvent } from '../../core/session/tabs.ts';

export interface TabChannelOptions {
  /** Tabs of another build have incompatible states. */
  readonly build: string;
  readonly open: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
  readonly onMessage: (event: TabEvent) => void;
}

export function createTabChannel({ build, open, onMessage }: TabChannelOptions) {
  let current: { readonly name: string; readonly channel: ReturnType<typeof open> } | null = null;

  function openChannel(userId: number) {
    const name = `offhook-${userId}-${build}`;
    if (current?.name === name) return current.channel;
    current?.channel.close();
    const channel = open(name);
    channel.onmessage = ({ data }: MessageEvent<TabEvent>) => onMessage(data);
    current = { name, channel };
    return channel;
  }

  return {
    perform: (effect: TabEffect) => openChannel(effect.userId).postMessage(toTabEvent(effect)),
  };
}

function toTabEvent(effect: TabEffect): TabEvent {
  switch (effect.type) {
    case 'reportToTabs':
      return { type: 'phoneReported', state: effect.state };
    case 'requestReport':
      return { type: 'reportRequested' };
    case 'forwardClick':
      return { type: 'clickForwarded', click: effect.click };
    default:
      return effect satisfies never;
  }
}
