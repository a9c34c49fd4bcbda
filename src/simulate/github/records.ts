/** What the embedded GitHub remembers. Records are plain and mutable; only `actions/` changes them. */

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

export type Permission =
  | 'actions'
  | 'administration'
  | 'checks'
  | 'contents'
  | 'issues'
  | 'metadata'
  | 'pull_requests'
  | 'statuses'
  | 'workflows';

export type Access = 'read' | 'write';

export type TokenPermissions = Partial<Record<Permission, Access>>;

export interface UserRecord {
  readonly id: number;
  login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
  readonly createdAt: string;
  /** The account is gone: what it wrote stays, by nobody. */
  deleted?: true;
}

export interface AppRecord {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly installationId: number;
  readonly permissions: TokenPermissions;
  /** The user in whose name the app's installation tokens act. */
  readonly bot: UserRecord;
  /** PEM; where it is set, the app's JWTs must be signed by its private key. */
  readonly publicKey?: string;
}

export interface RepositoryRecord {
  readonly id: number;
  readonly owner: UserRecord;
  readonly name: string;
  readonly defaultBranch: string;
  private: boolean;
  readonly createdAt: string;
  pushedAt: string;
  readonly protectedBranches: Set<string>;
  /** The setting "Allow GitHub Actions to create and approve pull requests". */
  actionsMayCreatePulls: boolean;
}

export interface LabelRecord {
  readonly id: number;
  name: string;
  color: string;
  description: string | null;
}

/** One state of a text that was edited: who made it so, and when. */
export interface EditRecord {
  readonly editor: UserRecord;
  readonly at: string;
  readonly body: string;
}

export interface ReactionRecord {
  readonly id: number;
  readonly user: UserRecord;
  readonly content: ReactionContent;
  readonly createdAt: string;
}

export const reactionContents = [
  '+1',
  '-1',
  'laugh',
  'confused',
  'heart',
  'hooray',
  'rocket',
  'eyes',
] as const;
export type ReactionContent = (typeof reactionContents)[number];

export interface TimelineEvent {
  readonly id: number;
  readonly event: string;
  readonly actor: UserRecord;
  readonly at: string;
  readonly app: AppRecord | undefined;
  /** What this kind of event carries besides, e.g. the label. */
  readonly details: Record<string, unknown>;
}

export interface IssueRecord {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  readonly author: UserRecord;
  readonly app: AppRecord | undefined;
  state: 'open' | 'closed';
  stateReason: 'completed' | 'not_planned' | 'reopened' | null;
  locked: boolean;
  lockReason: string | null;
  readonly labels: LabelRecord[];
  readonly assignees: UserRecord[];
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: UserRecord | null;
  readonly edits: EditRecord[];
  readonly reactions: ReactionRecord[];
  readonly timeline: TimelineEvent[];
  parent: IssueRecord | null;
  readonly subIssues: IssueRecord[];
  /** Deleted issues answer 410; transferred ones answer 301. */
  gone?: 'deleted' | { readonly transferredTo: string };
  readonly pull?: PullRecord;
}

export type PullIssue = IssueRecord & { readonly pull: PullRecord };

export interface PullRecord {
  readonly id: number;
  readonly headRef: string;
  headSha: string;
  baseRef: string;
  baseSha: string;
  draft: boolean;
  mergedAt: string | null;
  mergedBy: UserRecord | null;
  mergeCommitSha: string | null;
  readonly requestedReviewers: UserRecord[];
  readonly reviews: ReviewRecord[];
  readonly threads: ThreadRecord[];
  maintainerCanModify: boolean;
}

export interface CommentRecord {
  readonly id: number;
  readonly issue: IssueRecord;
  body: string;
  readonly author: UserRecord;
  readonly app: AppRecord | undefined;
  readonly createdAt: string;
  updatedAt: string;
  readonly edits: EditRecord[];
  readonly reactions: ReactionRecord[];
  minimizedReason: string | null;
}

export type ReviewState = 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';

export interface ReviewRecord {
  readonly id: number;
  readonly author: UserRecord;
  body: string;
  state: ReviewState;
  readonly commitId: string;
  submittedAt: string | null;
  updatedAt: string;
  minimizedReason: string | null;
}

export interface ThreadRecord {
  readonly id: number;
  readonly path: string;
  readonly line: number | null;
  readonly side: 'LEFT' | 'RIGHT';
  readonly comments: ReviewCommentRecord[];
  resolvedBy: UserRecord | null;
}

export interface ReviewCommentRecord {
  readonly id: number;
  readonly review: ReviewRecord;
  readonly thread: ThreadRecord;
  readonly author: UserRecord;
  body: string;
  readonly commitId: string;
  readonly diffHunk: string;
  readonly inReplyTo: number | undefined;
  minimizedReason: string | null;
  readonly createdAt: string;
  updatedAt: string;
  readonly edits: EditRecord[];
  readonly reactions: ReactionRecord[];
}

export interface CheckSuiteRecord {
  readonly id: number;
  readonly app: AppRecord;
  readonly headSha: string;
  readonly createdAt: string;
}

export interface AnnotationRecord {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'notice' | 'warning' | 'failure';
  readonly message: string;
  readonly title?: string;
  readonly raw_details?: string;
  readonly start_column?: number;
  readonly end_column?: number;
}

export interface CheckRunRecord {
  readonly id: number;
  readonly suite: CheckSuiteRecord;
  readonly headSha: string;
  name: string;
  externalId: string;
  detailsUrl: string | null;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  startedAt: string;
  completedAt: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  readonly annotations: AnnotationRecord[];
}

export interface StatusRecord {
  readonly id: number;
  readonly sha: string;
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: UserRecord;
  readonly createdAt: string;
}

export interface DispatchRecord {
  readonly kind: 'workflow' | 'repository';
  readonly name: string;
  readonly ref: string | undefined;
  readonly inputs: Record<string, unknown>;
  readonly actor: UserRecord;
  readonly at: string;
}

/** A moved ref as a push sees it; all zeroes for "not there". */
export interface RefUpdate {
  readonly ref: string;
  readonly old: string;
  readonly new: string;
}

export const zeroSha = '0'.repeat(40);
