/** What an operation does that reverting a commit does not take back (design §5). */
export type OperationKind =
  | 'migration'
  | 'deletion'
  | 'deployment'
  | 'publishing'
  | 'history'
  | 'people'
  | 'credentials';

/** Said of a step that waits for a person. */
export const BECAUSE: Record<OperationKind, string> = {
  migration: 'it migrates data',
  deletion: 'it deletes data',
  deployment: 'it deploys',
  publishing: 'it publishes',
  history: 'it rewrites history',
  people: 'it reaches people or money',
  credentials: 'it changes credentials',
};

/**
 * Where words count. A task and a criterion are mostly about code, so that an order must stand at the head of a clause; a
 * step is what will be done, so that the words count anywhere in it.
 */
interface Heard {
  task?: 'head';
  step?: 'anywhere';
  criterion?: 'head' | 'anywhere';
}

const ORDER: Heard = { task: 'head', step: 'anywhere', criterion: 'head' };
const CLAUSE: Heard = { task: 'head', criterion: 'head' };
const STEP: Heard = { step: 'anywhere' };
const TOLD: Heard = { criterion: 'anywhere' };

/**
 * Phrases, in lower case and without accents: words with `|` between those of which one must stand there, `*` for any ending, `…`
 * for up to four words, `_` for any word.
 */
export interface OperationRow {
  kind: OperationKind;
  heard: Heard;
  language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'cjk';
  phrases: readonly string[];
}

const STORED =
  'table|tables|database|databases|rows|records|bucket|buckets|volume|volumes|backup|backups|production|prod|data';
const RELEASED =
  'package|packages|npm|pypi|registry|crate|crates|image|images|docker|gem|version|production|prod|release|tag|website|store';

/** The one vocabulary of what cannot be undone: a row for a kind of operation, where it counts, and a language. */
export const OPERATION_ROWS: readonly OperationRow[] = [
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
  {
    kind: 'migration',
    heard: ORDER,
    language: 'de',
    phrases: [
      'fuhre|fuhren|starte|starten … migration|migrationen',
      'migration|migrationen … ausfuhren|durchfuhren|starten',
      'migriere|migrieren … datenbank|daten|tabelle|tabellen|produktion',
      'datenbank|daten|tabelle|tabellen … migrieren',
    ],
  },
  {
    kind: 'migration',
    heard: TOLD,
    language: 'de',
    phrases: ['datenmigration*', 'datenbankmigration*', 'daten|datenbank … migriert'],
  },
  {
    kind: 'deletion',
    heard: ORDER,
    language: 'de',
    phrases: [
      'losche|loschen|leere|entferne … tabelle|tabellen|spalte|spalten|datenbank|daten|datensatze|backups|sicherungen|produktion',
      'tabelle|tabellen|spalte|spalten|datenbank|datensatze|backups|sicherungen … loschen|leeren',
    ],
  },
  {
    kind: 'deletion',
    heard: TOLD,
    language: 'de',
    phrases: ['spalte|spalten|tabelle|tabellen … loschen|geloscht'],
  },
  {
    kind: 'deployment',
    heard: ORDER,
    language: 'de',
    phrases: [
      'rolle|rollen … aus',
      'deploye|deployen _',
      'bringe|stelle|spiele … produktion|live',
      'version|dienst|anwendung … ausrollen|deployen',
      'in|auf|nach produktion … ausrollen|deployen|bringen|bereitstellen',
    ],
  },
  {
    kind: 'deployment',
    heard: TOLD,
    language: 'de',
    phrases: ['in|auf|nach produktion … ausgerollt|deployt|deployed|gebracht|bereitgestellt'],
  },
  {
    kind: 'publishing',
    heard: ORDER,
    language: 'de',
    phrases: [
      'veroffentliche|veroffentlichen … npm|pypi|registry|paket|pakete|version|release|image',
      'npm|pypi|registry|paket|pakete|version|release|image … veroffentlichen',
      'auf npm|pypi … veroffentlichen',
    ],
  },
  {
    kind: 'publishing',
    heard: TOLD,
    language: 'de',
    phrases: ['auf npm|pypi … veroffentlicht', 'paket|version … veroffentlicht'],
  },
  {
    kind: 'people',
    heard: ORDER,
    language: 'de',
    phrases: [
      'sende|versende|verschicke … e-mail|e-mails|mail|mails|newsletter an … alle|kunden|nutzer',
    ],
  },
  {
    kind: 'credentials',
    heard: ORDER,
    language: 'de',
    phrases: ['rotiere|widerrufe|erneuere … schlussel|token|tokens|zertifikate|zugangsdaten'],
  },
  {
    kind: 'migration',
    heard: ORDER,
    language: 'fr',
    phrases: [
      'executer|executez|appliquer|appliquez|lancer|lancez … migration|migrations',
      'migrer|migrez … base|donnees|table|tables|production',
    ],
  },
  {
    kind: 'migration',
    heard: TOLD,
    language: 'fr',
    phrases: ['migration de|des|la|les … donnees'],
  },
  {
    kind: 'deletion',
    heard: ORDER,
    language: 'fr',
    phrases: [
      'supprimer|supprimez|effacer|effacez|vider|videz … table|tables|colonne|colonnes|base|donnees|sauvegardes|enregistrements',
    ],
  },
  {
    kind: 'deletion',
    heard: TOLD,
    language: 'fr',
    phrases: [
      'supprimer|supprime la|les table|tables|colonne|colonnes',
      'table|colonne … supprimee',
    ],
  },
  {
    kind: 'deployment',
    heard: ORDER,
    language: 'fr',
    phrases: [
      'deployer|deployez|deploie … production|prod|version|service|application|serveur',
      'mettre|mettez|passer … en production|prod',
    ],
  },
  {
    kind: 'deployment',
    heard: TOLD,
    language: 'fr',
    phrases: ['deploye|deployee|deployes|deployees|mise|mis … en production|prod'],
  },
  {
    kind: 'publishing',
    heard: ORDER,
    language: 'fr',
    phrases: ['publier|publiez|publie … npm|pypi|registre|paquet|paquets|version|release|image'],
  },
  {
    kind: 'publishing',
    heard: TOLD,
    language: 'fr',
    phrases: ['publie|publiee|publies|publiees sur npm|pypi|le'],
  },
  {
    kind: 'people',
    heard: ORDER,
    language: 'fr',
    phrases: [
      'envoyer|envoyez … e-mail|e-mails|courriel|courriels|mail|mails a|aux … tous|clients|utilisateurs',
    ],
  },
  {
    kind: 'credentials',
    heard: ORDER,
    language: 'fr',
    phrases: ['revoquer|revoquez|renouveler … cle|cles|jeton|jetons|certificat|certificats'],
  },
  {
    kind: 'migration',
    heard: ORDER,
    language: 'es',
    phrases: [
      'ejecutar|ejecuta|ejecute|aplicar|aplica … migracion|migraciones',
      'migrar|migra … base|datos|tabla|tablas|produccion',
    ],
  },
  {
    kind: 'migration',
    heard: TOLD,
    language: 'es',
    phrases: ['migracion de datos', 'migracion de la base'],
  },
  {
    kind: 'deletion',
    heard: ORDER,
    language: 'es',
    phrases: [
      'eliminar|elimina|borrar|borra|vaciar|vacia … tabla|tablas|columna|columnas|base|datos|registros|copias',
    ],
  },
  {
    kind: 'deletion',
    heard: TOLD,
    language: 'es',
    phrases: ['eliminar|borrar la|las tabla|tablas|columna|columnas'],
  },
  {
    kind: 'deployment',
    heard: ORDER,
    language: 'es',
    phrases: ['desplegar|despliega|despliegue … produccion|version|servicio|aplicacion'],
  },
  {
    kind: 'deployment',
    heard: TOLD,
    language: 'es',
    phrases: ['desplegar|despliega|desplegado|desplegada|despliegue … en|a produccion'],
  },
  {
    kind: 'publishing',
    heard: ORDER,
    language: 'es',
    phrases: ['publicar|publica|publique … npm|pypi|registro|paquete|paquetes|version|imagen'],
  },
  {
    kind: 'publishing',
    heard: TOLD,
    language: 'es',
    phrases: ['publicar|publica|publicado|publicada … en npm|pypi'],
  },
  {
    kind: 'people',
    heard: ORDER,
    language: 'es',
    phrases: ['enviar|envia|envie … correo|correos|e-mail|e-mails a … todos|clientes|usuarios'],
  },
  {
    kind: 'credentials',
    heard: ORDER,
    language: 'es',
    phrases: ['revocar|revoca|rotar|rota … clave|claves|token|tokens|certificado|certificados'],
  },
  {
    kind: 'migration',
    heard: ORDER,
    language: 'pt',
    phrases: [
      'rodar|rode|executar|execute|aplicar|aplique … migracao|migracoes',
      'migrar|migre … banco|dados|tabela|tabelas|producao',
    ],
  },
  {
    kind: 'migration',
    heard: TOLD,
    language: 'pt',
    phrases: ['migracao de dados', 'migracao do banco'],
  },
  {
    kind: 'deletion',
    heard: ORDER,
    language: 'pt',
    phrases: [
      'apagar|apague|excluir|exclua|deletar|remover|eliminar … tabela|tabelas|coluna|colunas|banco|registros|dados|producao|backups',
    ],
  },
  {
    kind: 'deletion',
    heard: TOLD,
    language: 'pt',
    phrases: ['excluir|apagar|remover a|as tabela|tabelas|coluna|colunas'],
  },
  {
    kind: 'deployment',
    heard: ORDER,
    language: 'pt',
    phrases: ['implantar|implante … producao|versao|servico|aplicacao', 'fazer|faca … deploy'],
  },
  {
    kind: 'deployment',
    heard: TOLD,
    language: 'pt',
    phrases: ['implantar|implantado|implantada|deploy … em producao'],
  },
  {
    kind: 'publishing',
    heard: ORDER,
    language: 'pt',
    phrases: ['publicar|publique … npm|pypi|registro|pacote|pacotes|versao|imagem'],
  },
  {
    kind: 'publishing',
    heard: TOLD,
    language: 'pt',
    phrases: ['publicar|publicado|publicada … no npm|pypi'],
  },
  {
    kind: 'people',
    heard: ORDER,
    language: 'pt',
    phrases: ['enviar|envie … e-mail|e-mails|emails para … todos|clientes|usuarios'],
  },
  {
    kind: 'credentials',
    heard: ORDER,
    language: 'pt',
    phrases: ['revogar|revogue|rotacionar … chave|chaves|token|tokens|certificado|certificados'],
  },
  {
    kind: 'migration',
    heard: { step: 'anywhere', criterion: 'anywhere' },
    language: 'cjk',
    phrases: ['データ移行', '数据迁移', '迁移数据'],
  },
  {
    kind: 'deletion',
    heard: { step: 'anywhere', criterion: 'anywhere' },
    language: 'cjk',
    phrases: ['删除表', '删除列', '删除数据', 'テーブルを削除', 'データを削除'],
  },
  {
    kind: 'deployment',
    heard: { step: 'anywhere', criterion: 'anywhere' },
    language: 'cjk',
    phrases: ['部署到生产', '本番にデプロイ', '本番環境にデプロイ'],
  },
  {
    kind: 'publishing',
    heard: { step: 'anywhere', criterion: 'anywhere' },
    language: 'cjk',
    phrases: ['发布到', 'npmに公開', 'npm に公開'],
  },
];

const listed = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Before the verb of an order. */
export const COURTESY = listed(
  'please we you should must need needs to will finally also then and',
  'bitte dann und die den das der neue veuillez merci de puis et ensuite por favor luego y depois e',
);

/** “Deploy script”, “Delete branch button”: code with such a name, or a symptom of it, not the act. */
export const THINGS = listed(
  'script scripts button buttons workflow workflows docs page pages job jobs command commands config option options endpoint dialog menu function method handler form test tests query notes feature flag does fails is shows crashes keys',
);

/** Writing the code or a test of such a thing is not doing it. */
export const WRITING = listed(
  'add write create draft document describe test cover implement define generate extend fix refactor rename update review read inspect verify check plan design',
  'schreibe schreiben erganze erganzen dokumentiere dokumentieren teste testen prufe prufen implementiere implementieren',
  'ecrire ajouter documenter tester verifier corriger implementer',
  'escribir anadir agregar documentar probar verificar corregir implementar',
  'escrever adicionar testar corrigir',
);
