const regions: Readonly<Record<string, string>> = {
  ashburn: 'US_EAST_VIRGINIA',
  'ashburn-ix': 'us1-ix',
  dublin: 'EU_IRELAND',
  frankfurt: 'EU_FRANKFURT',
  'frankfurt-ix': 'de1-ix',
  'london-ix': 'ie1-ix',
  'san-jose-ix': 'us2-ix',
  'sao-paulo': 'SOUTH_AMERICA_SAO_PAULO',
  singapore: 'ASIAPAC_SINGAPORE',
  'singapore-ix': 'sg1-ix',
  sydney: 'ASIAPAC_SYDNEY',
  'sydney-ix': 'au1-ix',
  tokyo: 'ASIAPAC_TOKYO',
  'tokyo-ix': 'jp1-ix',
  umatilla: 'US_WEST_OREGON',
};

export interface Edge {
  readonly edge: string;
  readonly region: string;
}

export const localEdge: Edge = { edge: 'local', region: 'local' };

const signalPath = /^(?:\/([a-z-]{1,40}))?\/signal$/;
const edgeHost = /^voice-js\.([a-z-]{1,40})\.twilio\.com(?::\d{1,5})?$/i;

/**
 * The path (`/sydney/signal`) takes precedence over the host (`voice-js.sydney.twilio.com`), which the SDK derives from
 * its `edge` option. Null if this isn't a signaling address.
 */
export function parseEdge(path: string, host: string): Edge | null {
  const match = signalPath.exec(path);
  if (!match) return null;
  const named = match[1] ?? edgeHost.exec(host)?.[1]?.toLowerCase() ?? 'roaming';
  if (named === 'roaming') return localEdge;
  const region = Object.hasOwn(regions, named) ? regions[named] : undefined;
  return region === undefined ? null : { edge: named, region };
}
