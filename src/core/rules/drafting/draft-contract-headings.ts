/** What a part of an issue is about, told by its heading. `text` is everything without a telling heading. */
export type SectionKind =
  | 'acceptance'
  | 'expected'
  | 'proposal'
  | 'tasks'
  | 'stays'
  | 'constraints'
  | 'scope'
  | 'places'
  | 'out-of-scope'
  | 'stop'
  | 'questions'
  | 'verification'
  | 'steps'
  | 'actual'
  | 'update'
  | 'aside'
  | 'text';

/**
 * Headings as people write them, in English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian,
 * Japanese, Chinese and Korean. The first that fits decides, so negative ones stand first.
 */
const HEADINGS: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'out-of-scope',
    /out[- ]of[- ]scope|non[- ]?goals?|not (?:in|part of|in the) (?:scope|this)|not (?:included|covered|planned)|(?:won['’]?t|will not) (?:do|be done|fix)|do(?: not|n['’]t) (?:touch|change|edit|modify)|leave alone|hands off|exclu(?:ded|sions)|nicht[- ]ziele|nicht (?:teil|enthalten|anfassen|ändern|im umfang)|au(?:ß|ss)erhalb des umfangs|abgrenzung|hors (?:du )?(?:champ|périmètre|scope|sujet)|ne pas (?:toucher|modifier)|fuera de(?:l)? alcance|no (?:incluye|incluido|tocar)|fora d[oe] escopo|não (?:inclui|incluído|mexer|objetivos)|fuori ambito|not this (?:time|round|iteration|release)|gehört nicht (?:dazu|hierher|hierzu)|nicht dabei|(?:ne (?:fait|font)|fait|font) pas partie|pas (?:cette fois|maintenant)|no (?:es|forma) parte|no (?:esta vez|ahora)|queda fuera|não faz parte|(?:não|fica) (?:desta vez|agora|(?:de )?fora)|non (?:fa parte|questa volta|adesso)|hoort er niet bij|niet deze keer|範囲外|スコープ外|対象外|不在范围|范围之外|不包括|非目标|buiten (?:de )?scope|poza zakresem|вне (?:рамок|задачи)|не входит|범위 (?:밖|외)|제외|^(?:later|for later|future(?: work)?|deferred|postponed|not now|not yet|follow-?ups?|nice[- ]to[- ]haves?|won['’]?ts?)$/,
  ],
  [
    'stays',
    /must not change|(?:should|must) (?:stay|remain|keep)|(?:backwards?[- ])?compatib|unchanged|invariants?|preserve|no regressions?|darf sich nicht ändern|bleibt|ne doit pas changer|no debe cambiar|não (?:pode|deve) mudar|変更しない|不变/,
  ],
  [
    'aside',
    /existing issue|duplicate|pre-?submission|before (?:you )?submit|pre-?flight|code of conduct|contributing|^(?:prerequisites?|voraussetzungen)$|vérifications|verifica(?:ciones|ções) previas|背景|前提/,
  ],
  [
    'verification',
    /how (?:to|do (?:i|we)|can (?:this|we|it) be|i|we) (?:test|verif|check)|^(?:verif(?:y|ication)|testing|tests?|test plan|checks?|validation|how to test)$|(?:so )?(?:testen|prüfen|überprüfen|testplan|verifikation)|comment (?:tester|vérifier)|^vérification$|cómo (?:probar|verificar|comprobar)|^verificación$|como (?:testar|verificar|validar)|^verificação$|come (?:testare|verificare)|確認方法|テスト方法|検証|测试方法|如何测试|验证|как (?:проверить|тестировать)|hoe te testen|jak (?:testować|sprawdzić)|테스트 방법/,
  ],
  [
    'steps',
    /reproduc|reproduz|reproduk|repro\b|^steps|^what i did|^how to get there|schritte|étapes|pasos|passos|passi per|再現|复现|重现|重現|stappen|kroki|шаги|воспроизве|재현/,
  ],
  [
    'actual',
    /actual|current(?:ly)?[- ](?:behaviou?r|result|output|situation|state)|what (?:happen(?:s|ed)|went wrong|goes wrong|is wrong)|what['’]?s (?:wrong|the (?:bug|problem|issue))|describe the (?:bug|problem|issue)|(?:bug|issue|problem) (?:description|summary|report)|related to a[n]?(?: \S+)? problem|(?:pain point|use case or (?:existing )?problem)|^(?:bug|problem|the problem|the bug|symptoms?)$|observed|got instead|tatsächlich|ist[- ]?(?:verhalten|zustand)|aktuelles? verhalten|fehlerbeschreibung|comportement (?:actuel|observé|constaté)|obtenu|actuel|comportamiento actual|resultado (?:actual|obtenido|atual|obtido)|observado|atual|attuale|実際|現在の(?:動作|挙動)|实际|当前(?:行为|结果)|问题描述|問題描述|痛点|现有问题|huidig gedrag|werkelijk|obecne zachowanie|faktyczn|фактическ|текущее поведение|описание (?:проблемы|ошибки)|실제 (?:동작|결과)|현재 (?:동작|결과)|descrição do (?:problema|bug)|descripción del (?:problema|error)|description du (?:problème|bug)/,
  ],
  [
    'acceptance',
    /acceptance|definition of done|\bdod\b|done when|success (?:criteri|looks like)|requirements?$|must[- ]haves?|deliverables?|(?:exit|completion|release|done|pass(?:ing)?) (?:criteria|conditions)|conditions of satisfaction|^(?:acs?|a\/c|specs?|specifications?|rules|musts?|done|outcomes?|expected outcomes?)$|(?:done|finished|complete) (?:means|if|once)|ready when|^criteria|^checklist$|akzeptanz|abnahme|anforderungen|fertig,? wenn|crit[èe]res? (?:d['’]acceptation|de succès)|exigences|définition (?:du |de )?(?:terminé|fini)|criterios? de (?:aceptaci|éxito)|requisitos|definición de (?:hecho|terminado)|crit[ée]rios? de (?:aceita|aceite|sucesso|pronto)|definição de pronto|criteri di accettazione|requisiti|受け入れ|受入|完了(?:条件|の定義)|要件|验收|驗收|需求$|完成标准|acceptatiecriteria|kryteria akceptacji|критери[ий] (?:приёмки|приемки|готовности)|требования|인수 (?:조건|기준)|완료 (?:조건|기준)|요구 ?사항/,
  ],
  [
    'expected',
    /(?<!un)expect|should (?:happen|be|do|have happened)|desired|intended|wanted|erwartet|erwartung|soll[- ]?(?:verhalten|zustand)|gewünscht|attendu|souhaité|esperad|deseado|desejado|atteso|期待|预期|預期|期望|あるべき|预想|verwacht|oczekiwan|ожида|기대|예상/,
  ],
  [
    'stop',
    /stop (?:if|when|conditions?|rules?)|hand ?back|ask (?:first|before)|abbruch|condition d['’]arrêt/,
  ],
  [
    'questions',
    /open (?:questions?|points?|issues?)|questions?(?: are)?$|unresolved|to be decided|\btbd\b|undecided|offene (?:fragen|punkte)|questions ouvertes|points ouverts|preguntas abiertas|(?:questões|perguntas) em aberto|未解決|未決|待定|待讨论/,
  ],
  [
    'constraints',
    /constraints?|limitations?|restrictions?|non[- ]functional|einschränkungen|randbedingungen|rahmenbedingungen|contraintes|restricciones|restrições|vincoli|制約|约束|限制/,
  ],
  [
    'scope',
    /^(?:in )?scope$|in scope|^umfang$|^périmètre$|^alcance$|^escopo$|^範囲$|^スコープ$|^范围$/,
  ],
  [
    'places',
    /affected (?:files|paths|code)|files to (?:change|touch)|^(?:files|paths|where|code|places?)$|where to (?:look|change|start)|relevant (?:files|code)|betroffene (?:dateien|stellen)|^(?:dateien|wo)$|fichiers|archivos|dónde|arquivos|onde mexer|対象ファイル|相关文件|涉及文件/,
  ],
  [
    'proposal',
    /proposal|proposed|solution|suggest(?:ed|ion)|feature (?:request|description)|what (?:i|we)(?:['’]d)? (?:want|need|like|would like)|^(?:the )?(?:request|change|changes|goal|feature|design|behaviou?r)$|how it should|to be done|^(?:the )?(?:ask|idea|objectives?|goals|fix|remedy|wish|enhancement)$|what (?:needs|has|ought|must|should) (?:to )?(?:change|happen|be (?:done|changed|fixed))|(?:needed|required|requested) (?:changes?|fix(?:es)?)|how to (?:fix|resolve|mend)|what (?:needs|has) (?:to be )?(?:updat|add|remov)\w+|(?:recommend(?:ed|ations?)|remediation|mitigations?)(?: (?:fix|steps|action))?$|changes (?:needed|required|requested)|what are we trying to do|was (?:wir|ich) (?:brauchen?|wollen|will|möchten?|(?:uns )?wünschen?)|was (?:gebraucht|benötigt) wird|ce (?:qu['’]il (?:nous )?faut|dont (?:nous avons|on a) besoin|que (?:nous voulons|on veut|nous souhaitons))|lo que (?:necesitamos|queremos|hace falta)|o que (?:precisamos|queremos|é preciso)|cosa (?:ci )?serve|(?:di )?(?:cosa|che cosa) (?:abbiamo bisogno|vogliamo)|wat (?:we|ik) (?:nodig hebben|willen)|vorschlag|lösung|wunsch|proposition|solution|propuesta|solución|proposta|solução|soluzione|提案|解決策|建议|方案|功能描述|增加(?:的|什么)?功能|voorstel|oplossing|propozycja|rozwiązanie|предложение|решение|제안|해결/,
  ],
  [
    'tasks',
    /^(?:sub-?)?tasks?$|^to-?dos?$|^(?:work|steps to do|next steps|plan|implementation(?: plan| notes| details)?|action items)$|aufgaben|tâches|tareas|tarefas|attività|タスク|作業|任务/,
  ],
  [
    'update',
    /^(?:edit|update|edited|updated|nachtrag|mise à jour|actualización|atualização|追記|更新)\b/,
  ],
  [
    'aside',
    /^(?:os|cpu|gpu|ram|arch(?:itecture)?|distro|kernel|locale|shell|terminal|editor|ide|runtime|node|npm|python|java|jdk|php|ruby|docker|hosting|url|commit|branch|reporter|severity|team(?: name| label)?|point of contact|product area|screen reader)$|operating system|\bqa (?:tasks|steps|notes|checklist)|^(?:dev )?review$|^risks?$|risk assessment|definition of ready|\bdor\b|for (?:admin|internal|maintainer|team) use|preconditions|http (?:request|response)|environment|versions?$|version\b|system info|logs?$|log output|output$|stack ?trace|screenshots?|additional (?:context|info)|context$|background|alternatives?|considered|workaround|references?|related|links?$|motivation|rationale|why|anything else|possible (?:fix|cause)|cause$|device|browsers?|platforms?|impact|severity|priority|umgebung|hintergrund|environnement|contexte|appareil|capture|entorno|contexto|capturas|ambiente|observações|環境|スクリーンショット|備考|环境|截图|其他|备注|omgeving|środowisk|окружение|환경/,
  ],
];

/** Which kind of part a heading starts. */
export function kindOfHeading(heading: string): SectionKind {
  const plain = heading
    .toLowerCase()
    .replace(/[*_`:：?!.]|\p{Extended_Pictographic}/gu, '')
    .replace(/^\s*\d+[.)]?\s+/, '')
    .replace(/\s*\([^()]*\)\s*$/, '')
    .trim()
    .slice(0, 120);
  return HEADINGS.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'text';
}
