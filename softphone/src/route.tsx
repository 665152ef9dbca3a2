/** The only route. The phone's state decides what is shown, so the route renders nothing. */
export const ROUTES = [{ path: '/', name: 'call', Placeholder }] as const;

function Placeholder() {
  return <div data-route={ROUTES[0].name} hidden />;
}
