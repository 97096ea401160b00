/** A phrase that users of the product must not meet, and the one to write instead (docs/glossary.md). */
export interface WrongPhrase {
  wrong: RegExp
  right: string
}

/** A space in the pattern also matches a line break. */
const phrase = (pattern: string, right: string): WrongPhrase => ({
  wrong: new RegExp(pattern.replaceAll(' ', '\\s+'), 'gi'),
  right,
})

/** Private words for a concept that has a name, and phrases that are not English. */
export const WRONG_PHRASES: readonly WrongPhrase[] = [
  phrase('\\bpaces?\\b', 'rate limit'),
  phrase(
    '\\bsafe to repeat\\b|\\brepeat(s|ed)? (the )?requests?\\b|\\brequests? (is|are) repeated\\b',
    'retry',
  ),
  phrase('\\bnobody calls\\b', 'when idle'),
  phrase('\\b(has to be set|called just as|untried)\\b', 'is required, an exact match, not tested'),
  phrase('\\b(still serves|whose cell is empty)\\b', 'still hosts; where a cell is empty'),
  phrase('\\b(shelf|shelves)\\b', 'category index'),
  phrase('\\bstretch(es)?\\b', 'key range, or step'),
  phrase('\\bworth\\b', 'cost'),
  phrase('\\banswer(s|ed|ing)?\\b', 'response; respond, return'),
  phrase('\\b(bulk|same|failed) calls?\\b', 'request'),
  phrase('\\bcalls? (per|a|at) (second|once)\\b', 'requests per second, requests at once'),
  phrase('\\btokens? (is|are) another\\b|\\banother tokens?\\b', 'new token'),
  phrase('\\b(is|was|are|were|been) (told|asked)\\b|\\b(told|asked) (about|for|at)\\b', 'sent, requested'),
  phrase('\\btells?\\b', 'says, shows'),
  phrase('\\basks? for (?!help)', 'requires, requests'),
  phrase('\\bmay (more|less|nothing|everything|faster|it|to)\\b', 'is allowed to'),
  phrase('\\b(it|key|caller|that one|business) may(?=[.,;:)]|$)', 'is allowed to'),
  phrase('\\bwho(m|so)?ever\\b', 'anyone who, a client that'),
  phrase('\\bof whatever\\b', 'with any'),
  phrase('\\bby itself\\b', 'automatically, alone'),
  phrase('\\bmakes? known\\b|\\bmade known\\b', 'publishes'),
  phrase('(?<!\\bthere )\\b(is|are|was|were) no\\b(?! longer| more| such)', 'is not a'),
  phrase('\\banew\\b', 'again'),
  phrase('\\bbut for\\b', 'except'),
  phrase('\\b(go|goes|going|went) on\\b', 'continue'),
  phrase('\\bmend(s|ed|ing)?\\b', 'repair'),
  phrase('\\b(stand|stands|stood)\\b', 'is'),
  phrase('\\b(lie|lies|lay)\\b', 'is'),
  phrase('\\bbears?\\b', 'has'),
  phrase('\\bjudge(s|d)?\\b', 'check'),
  phrase('\\bbe had\\b', 'be obtained'),
  phrase('\\boverlook(s|ed)?\\b|\\blook(s|ed)? over\\b|\\bpass(es)? over\\b', 'ignore'),
  phrase('\\bhand(s|ed)? out\\b', 'issue'),
  phrase('\\bsays? otherwise than\\b|\\botherwise than\\b', 'differs from'),
  phrase('\\blacks?\\b', 'does not have'),
  phrase('\\bbeside\\b', 'with, next to'),
  phrase('\\bgone\\b(?= (since|meanwhile))|\\bof ours\\b', 'removed; our'),
  phrase('\\bneither (more|less)\\b', 'exactly'),
  phrase('\\btaken for granted\\b', 'assumed'),
  phrase('\\bmeanwhile\\b(?= (gone|has))', 'in the meantime'),
]

/** Phrases that sound translated: in texts that users read, not in comments. */
export const TRANSLATED_PHRASES: readonly WrongPhrase[] = [
  phrase(
    '(, |\\()also (if|when|while|where|after|to|for|from|those|with|without|in|through|the one|the secrets)\\b',
    'even if, even while, including',
  ),
  phrase('\\bbehind (its|the|an?|this|it|letters)\\b(?! codes)|\\bone behind the other\\b', 'after'),
  phrase('\\b(take|takes|taken) (\\w+ )?(away|off)\\b', 'remove'),
  phrase('\\bany more\\b(?! than)', 'no longer'),
  phrase('\\bmeanwhile\\b', 'in the meantime, since'),
  phrase('\\b(that|which|what) (is|are|was|were) (already )?there\\b', 'existing'),
  phrase('\\b(is|are) (that|those) of\\b', 'has the same … as, comes from'),
  phrase('\\b(an)?other \\w+ than\\b', '… other than, a different … from'),
  phrase('\\bmakes? ((a|an|the) )?(\\S+ )?of (it|them)\\b|, made of\\b', 'turns it into, made from'),
  phrase('\\bof (yours|theirs)\\b', 'your, their'),
  phrase('\\bon each line\\b', 'one per line'),
  phrase('\\bwhose (row|cell) has none\\b', 'without one'),
  phrase('\\b(of|for) some time\\b', 'in a period, for a while'),
  phrase('\\bmeets? an error\\b', 'hits an error'),
  phrase('\\be-mails?\\b', 'email'),
]

/** A clause that begins with one of these is a question, or has a noun missing: "What shoppers see" is "The name". */
export const BARE_CLAUSE: WrongPhrase = {
  wrong: /(?<=^[\s>*_-]*|[.!?][)"'`*_]*\s+)(?:What|Who|Whose|Whom)\b(?![^.!?]*\?)/g,
  right: 'a noun as the subject of the sentence',
}
