/** Queues events raised while another is being handled, so that handlers never nest. */
export function serialize<E>(handle: (event: E) => void): (event: E) => void {
  const events: E[] = [];
  let busy = false;
  return (event) => {
    events.push(event);
    if (busy) return;
    busy = true;
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) handle(next);
    } finally {
      busy = false;
    }
  };
}
