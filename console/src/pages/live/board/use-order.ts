import { useState } from 'react';
import { ORDERS, type Order } from '../../../core/board/order.ts';

/** As it was last chosen in this browser. @param key of the browser's storage */
export function useOrder(key: string): readonly [Order, (order: Order) => void] {
  const [order, setOrder] = useState<Order>(() => {
    try {
      return ORDERS.find((one) => one === localStorage.getItem(key)) ?? 'name';
    } catch {
      return 'name';
    }
  });
  const choose = (next: Order) => {
    setOrder(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Without storage, it is by name on the next visit.
    }
  };
  return [order, choose];
}
