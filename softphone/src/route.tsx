/**
 * The page's only route. What shows is chosen by the phone's state and not by the address, so the route itself renders
 * nothing to see.
 */
export const ROUTES = [{ path: '/', name: 'call', Placeholder }] as const;

function Placeholder() {
  return <div data-route={ROUTES[0].name} hidden />;
}
