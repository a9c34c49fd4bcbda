import { CLAUSE, type OperationRow, ORDER, STEP, TOLD } from './operation-row.ts';

const STORED =
  'table|tables|database|databases|rows|records|bucket|buckets|volume|volumes|backup|backups|production|prod|data';
const RELEASED =
  'package|packages|npm|pypi|registry|crate|crates|image|images|docker|gem|version|production|prod|release|tag|website|store';

/** English words for what cannot be undone: a row for a kind of operation and where it counts. */
export const ENGLISH_OPERATIONS: readonly OperationRow[] = [
  {
    kind: 'migration',
    heard: ORDER,
    language: 'en',
    phrases: [
      'run|apply|execute|perform … migration|migrations',
      'migrate|backfill … database|db|data|production|prod|table|tables|records|users',
    ],
  },
  {
    kind: 'migration',
    heard: STEP,
    language: 'en',
    phrases: [
      'runs|running|applies|applying|executes|executing … migration|migrations',
      'migrate|migrates|migrating … rows|record|schema|user|account|accounts|customer|customers',
      'backfill*',
    ],
  },
  {
    kind: 'migration',
    heard: TOLD,
    language: 'en',
    phrases: [
      'data|database|schema|db migration|migrations',
      'migrate|migrates|migrating … data|database|schema|record|records|users|accounts|production',
    ],
  },
  {
    kind: 'deletion',
    heard: ORDER,
    language: 'en',
    phrases: [`delete|drop|truncate|purge|wipe|erase|destroy … ${STORED}`],
  },
  {
    kind: 'deletion',
    heard: CLAUSE,
    language: 'en',
    phrases: ['delete|drop|purge|wipe|erase|destroy … branch|branches|tag|tags'],
  },
  {
    kind: 'deletion',
    heard: STEP,
    language: 'en',
    phrases: [
      `drop*|truncat*|purg*|wip*|eras*|delet*|destroy*|remov* … ${STORED}|column|columns|customer|customers|user-data|account|accounts|tenant|tenants|queue|topic|index|namespace|cluster|s3`,
      'rm -rf',
    ],
  },
  {
    kind: 'deletion',
    heard: TOLD,
    language: 'en',
    phrases: [
      'drop|drops|dropping … table|tables|column|columns|database|databases|index|indexes|schema|schemas|collection|collections',
      'delete|deletes|remove|removes|purge|purges|erase|erases|wipe|wipes all|every|the|old|stale|existing … data|record|records|row|rows|backup|backups|account|accounts|customer|customers|user|users|bucket|buckets|volume|volumes',
      'truncate|truncates … table|tables',
    ],
  },
  // A bare “deploy” is a name as often as a verb (“deploy keys”).
  { kind: 'deployment', heard: { task: 'head' }, language: 'en', phrases: ['deploy|redeploy _'] },
  {
    kind: 'deployment',
    heard: { criterion: 'head' },
    language: 'en',
    phrases: ['deploy|redeploy the|this|it|a|an|our|to|new|version'],
  },
  {
    kind: 'deployment',
    heard: STEP,
    language: 'en',
    phrases: [
      'deploy|deploys|deploying|redeploy*',
      'roll|rolls|rolling out',
      'roll|rolls|rolling it out',
      'promote … production',
      'terraform apply|destroy',
      'kubectl apply|delete',
      'helm install|upgrade|uninstall',
      'switch … traffic',
    ],
  },
  {
    kind: 'deployment',
    heard: TOLD,
    language: 'en',
    phrases: [
      'deploy|deploys|deployed|deploying|deployment … to|on|in production|prod|staging|live',
    ],
  },
  {
    kind: 'publishing',
    heard: CLAUSE,
    language: 'en',
    phrases: [`publish|release|upload|push … ${RELEASED}`, 'tag|cut … release|version'],
  },
  {
    kind: 'publishing',
    heard: STEP,
    language: 'en',
    phrases: [
      'npm|pnpm|yarn|cargo|poetry|uv|twine|gem|nuget|docker|podman publish|push|upload',
      `publish|publishes|publishing|releases|releasing … ${RELEASED}|module|artifact|extension|site|docs|documentation`,
      'release|upload|push … npm|pypi|registry|crates|package|packages|tag|tags',
      'cut|create|tag|make|draft … release|releases',
    ],
  },
  {
    kind: 'publishing',
    heard: TOLD,
    language: 'en',
    phrases: [
      'publish|publishes|published|publishing … npm|pypi|crates|registry|package|packages|release|maven',
    ],
  },
  {
    kind: 'history',
    heard: CLAUSE,
    language: 'en',
    phrases: ['force-push|rewrite … history|branch|main|master'],
  },
  {
    kind: 'history',
    heard: { step: 'anywhere', criterion: 'anywhere' },
    language: 'en',
    phrases: [
      'force-push*',
      'force push*',
      'push … --force',
      'filter-branch|filter-repo',
      'rewrite|rewrites|rewriting … history',
    ],
  },
  {
    kind: 'history',
    heard: STEP,
    language: 'en',
    phrases: [
      'delete|deletes|deleting … remote|release|stale|merged|protected|old branch|branches|tag|tags',
    ],
  },
  {
    kind: 'people',
    heard: STEP,
    language: 'en',
    phrases: [
      'send|sends|sending … e-mail|e-mails|email|emails|sms|notification|notifications|newsletter|newsletters to … user|users|customer|customers|people|everyone|subscriber|subscribers',
      'charge|charges|charging|refund|refunds|refunding|bill|bills|billing … customer|customers|user|users|card|cards|account|accounts',
    ],
  },
  {
    kind: 'people',
    heard: TOLD,
    language: 'en',
    phrases: [
      'send|sends … e-mail|e-mails|email|emails|newsletter|newsletters|notification|notifications to all|every|our',
    ],
  },
  {
    kind: 'credentials',
    heard: STEP,
    language: 'en',
    phrases: [
      'revok*|rotat*|invalidat* … key|keys|token|tokens|secret|secrets|certificate|certificates|credential|credentials|password|passwords|session|sessions',
    ],
  },
  {
    kind: 'credentials',
    heard: TOLD,
    language: 'en',
    phrases: [
      'rotate|rotates|revoke|revokes … key|keys|secret|secrets|token|tokens|certificate|certificates',
    ],
  },
];
