const prefixes = {
  App: 'A',
  Bot: 'BOT',
  CheckRun: 'CR',
  CheckSuite: 'CS',
  Commit: 'C',
  Event: 'EV',
  Installation: 'MDIz',
  Issue: 'I',
  IssueComment: 'IC',
  Label: 'LA',
  Organization: 'O',
  PullRequest: 'PR',
  PullRequestReview: 'PRR',
  PullRequestReviewComment: 'PRRC',
  PullRequestReviewThread: 'PRRT',
  Reaction: 'REA',
  Ref: 'REF',
  Repository: 'R',
  Status: 'SC',
  Tree: 'T',
  User: 'U',
  UserContentEdit: 'UCE',
} as const;

export type NodeType = keyof typeof prefixes;

/** A global node id: a prefix for the type and an opaque rest, as GitHub's are. */
export function nodeId(type: NodeType, key: number | string): string {
  return `${prefixes[type]}_${Buffer.from(String(key)).toString('base64url')}`;
}

/** Reads a node id of ours back; undefined for anything else. */
export function parseNodeId(id: string): { type: NodeType; key: string } | undefined {
  const at = id.indexOf('_');
  const prefix = id.slice(0, at);
  for (const [type, known] of Object.entries(prefixes)) {
    if (known === prefix) {
      return { type: type as NodeType, key: Buffer.from(id.slice(at + 1), 'base64url').toString() };
    }
  }
  return undefined;
}
