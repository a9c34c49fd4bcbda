/**
 * What comes before `/graphql`. GitHub.com: the API root itself; Enterprise Server: `/api`, beside
 * `/api/v3` (https://docs.github.com/enterprise-server/graphql/guides/forming-calls-with-graphql).
 */
export function graphqlBaseUrl(apiUrl: string, graphqlUrl?: string): string {
  if (graphqlUrl !== undefined) return graphqlUrl.replace(/\/graphql\/?$/, '');
  const root = apiUrl.replace(/\/+$/, '');
  return root.endsWith('/api/v3') ? root.slice(0, -'/v3'.length) : root;
}
