import { type OperationRow, ORDER, TOLD } from './operation-row.ts';

/** The same in other languages. */
export const OTHER_OPERATIONS: readonly OperationRow[] = [
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
