/** How tiles are ordered within their group. By name, a tile keeps its place; by time, most changes move many. */
export const ORDERS = ['name', 'longest'] as const;
export type Order = (typeof ORDERS)[number];
