export const STATUS_FILTERS = ['all', 'online', 'oncall'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Also used for unknown values. */
export const DEFAULT_STATUS_FILTER = 'online' satisfies StatusFilter;

export function passesFilter(
  agent: { readonly is_available: boolean; readonly on_call_id: number | null },
  filter: StatusFilter,
): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'online':
      return agent.is_available && agent.on_call_id === null;
    case 'oncall':
      return agent.on_call_id !== null;
    default:
      return filter satisfies never;
  }
}
