/*
 * Words by language (en, de, fr, es, pt), without accents and in lower case, as `plainWords` gives them. What a list has
 * once counts in every language: a sentence is not asked which one it is in.
 */

const listed = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** What turns a sentence into its opposite. French “ne” comes with another one and is left out. */
export const NEGATIONS = listed(
  'not never no cannot neither nor',
  'nicht nie niemals kein keine keinen keiner keines keinem',
  'pas jamais aucun aucune',
  'nunca jamas ningun ninguna ninguno',
  'nao nenhum nenhuma',
);

/** Says that something is possible, which denies nothing of what is so. */
export const POSSIBLE = listed(
  'can could may might possible able option optionally',
  'kann konnen konnte moglich',
  'peut peuvent pourrait possible',
  'puede pueden podria posible',
  'pode podem poderia possivel',
);

/** Words that carry no claim of their own. */
export const FILLERS = listed(
  'a an the it its this that these those must shall should will would do does did is are was be been being of at by as please also just now then so and but still always get gets for in exactly',
  'der die das den dem des ein eine einen einem muss mussen soll sollen sollte sollten ist sind wird werden sein und bitte auch weiterhin dann es fur im genau',
  'le la les l un une des du de d ne n doit doivent devra devrait est sont etre il elle ils faut et aussi toujours encore c ce cette pour dans exactement',
  'el los las lo una del debe deben debera tiene que es son ser esta estan y tambien siempre se sigue para por en exactamente',
  'o os um uma do da dos das deve devem devera e sao ser esta estao tambem sempre ainda continua para por em exatamente',
);

/** Two sides of one thing; other forms and languages of a side stand in one line. */
export const OPPOSITES: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [
    listed(
      'keep keeps kept keeping retain retains retained preserve preserves preserved support supports supported supporting remain remains stay stays maintain maintained',
      'behalten beibehalten erhalten bleibt bleiben unterstutzt unterstutzen',
      'garder garde gardee conserver conserve conservee conserves maintenir maintenu supporter supporte',
      'mantener mantiene mantienen conservar conserva soportar soporta',
      'manter mantem mantida mantido conservar suportar suporta',
    ),
    listed(
      'drop drops dropped dropping delete deletes deleted remove removes removed discard discards discarded',
      'entfernen entfernt loschen geloscht entfallt verwerfen verworfen',
      'supprimer supprime supprimee supprimes retirer retire retiree',
      'eliminar elimina eliminada eliminado borrar borra quitar quita',
      'remover remove removida removido excluir apagar descartar',
    ),
  ],
  [
    listed(
      'accept accepts accepted allow allows allowed permit permits permitted',
      'akzeptieren akzeptiert erlauben erlaubt zulassig angenommen gestattet',
      'accepter accepte acceptee acceptes acceptees autoriser autorise autorisee permettre permis permise',
      'aceptar acepta aceptan aceptada aceptado permitir permite permitida permitido',
      'aceitar aceita aceito aceitos permitir permite permitida permitido',
    ),
    listed(
      'reject rejects rejected forbid forbids forbidden refuse refuses refused disallow disallows disallowed deny denies denied prohibit prohibited',
      'ablehnen abgelehnt verbieten verboten unzulassig zuruckgewiesen verweigert',
      'rejeter rejete rejetee rejetes rejetees refuser refuse refusee refuses refusees interdire interdit interdite',
      'rechazar rechaza rechazan rechazada rechazado prohibir prohibe prohibida prohibido',
      'rejeitar rejeita rejeitada rejeitado recusar recusa recusado proibir proibe proibida proibido',
    ),
  ],
  [
    listed('synchronous synchronously sync synchron synchrone sincrono sincrona'),
    listed(
      'asynchronous asynchronously async asynchron asynchrone asincrono asincrona assincrono assincrona',
    ),
  ],
  [
    listed(
      'enable enables enabled on aktiviert aktivieren eingeschaltet active activee activer activado activada ativado ativada',
    ),
    listed(
      'disable disables disabled off deaktiviert deaktivieren ausgeschaltet desactive desactivee desactiver desactivado desactivada desativado desativada',
    ),
  ],
  [listed('include includes included'), listed('exclude excludes excluded')],
  [
    listed(
      'show shows shown visible sichtbar angezeigt affiche affichee visible mostrar muestra visible mostra visivel',
    ),
    listed(
      'hide hides hidden invisible verborgen ausgeblendet masque masquee cache cachee ocultar oculta oculto ocultado',
    ),
  ],
  [
    listed('ascending aufsteigend croissant ascendente crescente'),
    listed('descending absteigend decroissant descendente decrescente'),
  ],
  [
    listed(
      'required mandatory pflicht erforderlich obligatorisch obligatoire requis requise obligatorio obligatoria',
    ),
    listed('optional facultatif facultative optionnel optionnelle opcional'),
  ],
  [listed('true wahr vrai verdadero verdadeiro'), listed('false falsch faux falso')],
  [
    listed('public offentlich publique publico publica'),
    listed('private privat prive privee privado privada'),
  ],
  [
    listed('uppercase grossbuchstaben majuscules mayusculas maiusculas'),
    listed('lowercase kleinbuchstaben minuscules minusculas'),
  ],
  [listed('sensitive'), listed('insensitive')],
  [listed('before vor avant antes'), listed('after nach apres despues depois')],
  [listed('first zuerst'), listed('last zuletzt')],
];

/** “X before Y” and “Y after X” agree: where such a word stands, the order of the others counts. */
export const ORDERED = listed(
  'before after first last from to than into instead rather between over under above below',
  'vor nach zuerst zuletzt von zu als statt uber unter avant apres vers',
  'antes despues desde hasta depois ate',
);

/** Takes something along or leaves it out; as the first word, or before code, it tells when and not what. */
export const WITH = listed('with mit avec con com');
export const WITHOUT = listed('without ohne sans sin sem');

/** How a number bounds: lists of words that follow one another. */
export const BOUNDS: readonly (readonly ['least' | 'most', string])[] = [
  ...[
    'at least',
    'no less than',
    'more than',
    'over',
    'above',
    'longer than',
    'mehr als',
    'plus de',
    'mas de',
    'mais de',
    'no fewer than',
    'not less than',
    'minimum of',
    'a minimum of',
    'min',
    'mindestens',
    'wenigstens',
    'au moins',
    'au minimum',
    'al menos',
    'por lo menos',
    'como minimo',
    'pelo menos',
    'no minimo',
  ].map((words) => ['least', words] as const),
  ...[
    'at most',
    'no more than',
    'not more than',
    'no later than',
    'less than',
    'fewer than',
    'under',
    'below',
    'maximum of',
    'a maximum of',
    'max',
    'up to',
    'hochstens',
    'maximal',
    'nicht mehr als',
    'weniger als',
    'moins de',
    'menos de',
    'au plus',
    'au maximum',
    'pas plus de',
    'como maximo',
    'a lo sumo',
    'no mas de',
    'no maximo',
    'ate',
  ].map((words) => ['most', words] as const),
];

/** What a number may stand behind to be the value of something, not its name (“Node 18”, “step 2”). */
export const BEFORE_VALUE = listed(
  'is are be to of after within every exactly equals returns return code status lasts takes = :',
  'ist sind betragt nach innerhalb genau alle auf code',
  'est sont de a apres exactement vaut code',
  'es son de a tras exactamente codigo',
  'e sao de em apos exatamente codigo',
);

/** Units: the dimension and how many of its smallest a unit is. Things that are counted are dimensions of their own. */
export const UNITS: ReadonlyMap<string, readonly [string, number]> = new Map(
  [
    [
      'time',
      0.001,
      'ms millisecond milliseconds millisekunden millisecondes milisegundos milissegundos',
    ],
    ['time', 1, 's sec secs second seconds sekunde sekunden seconde secondes segundo segundos'],
    ['time', 60, 'min mins minute minutes minuten minuto minutos'],
    ['time', 3600, 'h hour hours stunde stunden heure heures hora horas'],
    ['time', 86_400, 'd day days tag tage tagen jour jours dia dias'],
    ['size', 1, 'b byte bytes octets'],
    ['size', 1000, 'kb kilobytes ko'],
    ['size', 1_000_000, 'mb megabytes mo'],
    ['size', 1_000_000_000, 'gb gigabytes go'],
    ['size', 1024, 'kib'],
    ['size', 1_048_576, 'mib'],
    ['size', 1_073_741_824, 'gib'],
    ['share', 1, '% percent prozent'],
    ['pixels', 1, 'px pixel pixels'],
    ['characters', 1, 'character characters char chars zeichen caractere caracteres'],
    ['items', 1, 'item items elements eintrage entries entry elementos'],
    ['rows', 1, 'row rows line lines zeilen lignes filas lineas linhas'],
    [
      'attempts',
      1,
      'attempt attempts retry retries try tries times versuche versuchen tentatives intentos tentativas veces vezes',
    ],
    ['files', 1, 'file files dateien fichiers archivos arquivos'],
    [
      'others',
      1,
      'digits letters requests users records pages results points workers threads connections',
    ],
  ].flatMap(([dimension, factor, words]) =>
    String(words)
      .split(' ')
      .map((word) => [word, [String(dimension), Number(factor)] as const] as const),
  ),
);
