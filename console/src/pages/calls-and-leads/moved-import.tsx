import { Navigate, useParams } from 'react-router';

/** An import's page was part of the API keys. */
export function MovedImportPage() {
  const { id = '' } = useParams();
  return <Navigate replace to={`/leads/import/${id}`} />;
}
