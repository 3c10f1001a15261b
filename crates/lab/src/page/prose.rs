//! The prose of the page and its parts. It must not contain measured figures.

pub const HEAD: &str = "\
# Results

Conclusions first, tables behind them. `lab results crates/lab/data/*.jsonl.gz` makes this page from
raw results that are kept in the repository; no figure of ours was typed by hand.

**How to read it.** The measurements were made in November 2026 on a virtual machine with two
processors that had other work to do. Trials, sizes and what follows from them are exact and come out
the same again. Seconds are rough, and a limit of seconds was reached sooner than on an idle machine;
where the papers speak of time, trials are compared. Sizes are tokens as dwindle counts them: words
and single other symbols. *Trials* are those that ran: answers from memory and candidates that a gate
refused are not counted. A ratio below 1 is better than what it is compared with. p-values are
two-sided Wilcoxon signed-rank tests on the logarithms of ratios; means are geometric; † marks what
was stopped by a limit.

**What was used for tuning.** The order of passes in `auto` and the constants of `split-adaptive` and
`treesplit` were chosen on the real bugs below. Read the tables of [real bugs](#real-bugs) and
[other reducers](#other-reducers) with that in mind.
";

pub const CLAIMS: &str = "\
## What the papers claim

*reproduced*: the same sign, significantly (p < 0.05), and at least half as much; where the paper found
no difference: none that is significant. *in direction*: the same sign only; or, where the paper found
none, a significant difference of less than 5 %. *not*: neither. *open*: fewer than six cases, which
cannot be significant. The cases are all synthetic ones that both searches were measured on.
";

pub const WHY: &str = "\
What differs, and why:

- **Sizes on synthetic oracles hardly depend on the list search.** What is needed never changes while
  other things go, so every search that goes on to a fixpoint comes to nearly the same result. The
  papers' large differences in size come from runs that were cut after three hours: the ProbDD paper's
  ddmin did not end on most inputs; ours did wherever it was measured. Cut short, it is far behind
  here too: see the sizes over trials.
- **Trials are not time.** A search that removes much in its first trials runs its later ones on small
  inputs. The WDD paper's gains in time are larger than its gains in tests for that reason, and our
  trials show the latter.
- **What is needed is small and light here.** On C our oracle wants three statements, and nearly every
  heavy function can go. In HDD heavy nodes stay all the same, as the paper says, though its
  correlation is stronger. In Perses on C it is the other way round; why was not looked into.
- **CHISEL** removes declarations and statements here and nothing within them, and runs few trials. So
  there is less to save than in HDD, as in the paper, and its results are larger.
- **ActiveCoarsen** draws units at random at a rate that follows the answers, and here that is as good
  as a prior that is right. The ProbDD paper ran it with a default setting of its own.
- **Candidates that the syntax refuses, and repeated ones, are not trials here.** Dwindle's HDD keeps
  separators, replaces what the grammar requires by its shortest text and remembers every answer. So
  ddmin has fewer useless queries to lose, and there is less to gain over it.
";

pub const SYNTHETIC: &str = "\
## What was measured

The synthetic cases are inputs of the papers' C benchmarks and generated JSON, XML and lists, with two
oracles in the place of the compilers of their time:

- *known*: the tokens of the published reduced version stay in their order, and the text parses. For
  generated inputs, three records chosen at random take the place of that version.
- *crime*: three statements, chosen at random from nested places, stay in their functions, the text
  parses, and every name that is used is declared. For generated inputs: three records and the names
  that they use.

What is needed does not change while other things go, and names are the only dependencies: this counts
trials, it does not imitate a compiler. All C inputs were measured to the end with all searches, except
crime/clang-27747/1, the largest. Generated inputs have 20 to 150 records in a random tree, each using
up to two names of earlier ones.
";

pub const ALL_PAPERS: &str = "\
# The papers' tables and figures

Made by `lab results`, like [the results](../results.md), which say what the words mean.
";

pub const BESIDE: &str = "\
## The papers' tables, ours beside theirs

Theirs: the real bug, sizes as their tokenizers count. Ours: a crime scene in the same input. Neither
column can be compared with the other by its absolute figures; what can be compared is how the searches
stand to each other. – : not measured, or not ended within the paper's three hours.
";

pub const QUERIES: &str = "\
## What ddmin asks (CDD, Fig. 2)

Queries of all ddmin searches inside HDD, each counted once per search. *complement* keeps a subset that
is smaller than half of the list and removes everything else; *revisit* removes a subset whose removal
was tried before, when more was left; *other* removes a subset for the first time.
";

pub const MINIMALITY: &str = "\
## Results that are not 1-minimal (CDD, section IV-G)

When a list search inside HDD had ended, each unit that it left was tried alone, until none could go.
`ddmin` is the control: its results are 1-minimal by construction.
";

pub const CORRELATION: &str = "\
## Weight and deletion (WDD, Fig. 4)

Spearman's rho between the weight of list elements and the share of the elements of that weight that
ddmin removed. The mean over its searches in a reduction is one figure; the table has the mean over
cases.
";

pub const SWEEP: &str = "\
## The prior (ProbDD, research question 2)

Geometric means of sizes and trials in HDD with priors from 0.01 to 0.3. The paper says that the prior
has little influence and that ProbDD beats ddmin with all of them.
";

pub const SIMULATION: &str = "\
## The simulation of the WDD paper (section IV-D, Fig. 3)

Lists of 2 to 1,000 elements that weigh 1 to 10 tokens on average; all searches work from the start, as
in the papers. The paper has one figure: W_ddmin runs 23 % fewer tests than ddmin. It says that the
tokens are spread over the elements randomly, and not how; the figure depends on it, its direction does
not.
";

pub const TREES: &str = "\
## Our searches against the papers' on trees

All synthetic cases; each search against the best of the papers' searches by trials. `split-…` and
`treesplit` are dwindle's own group testing; W_CDD is CDD with weighted groups. *backward* works from the
end of a list to its start. `auto` is the default plan.

Where ours lose: in HDD `split-adaptive` leaves a little more than the papers' searches, since it tries
nothing twice; its verified form runs more trials than theirs; in Perses there is little between any of
them. CHISEL leaves far more, as it stops at statements.
";

pub const ALL_TREES: &str = "\
# Searches on trees

Made by `lab results`, like [the results](../results.md), which say what the words mean. Each search
against the best of the papers' searches by trials, on all synthetic cases; then every C input.
";

pub const LISTS: &str = "\
## Our searches against the papers' on lists

Tests as ratios to those of the papers' search that needs the fewest; in brackets the p-value, and the
units left as a ratio to the smallest list that is known to be interesting.

Where ours lose: the *verified* and *robust* forms pay for trying single units again where half of the
units is needed, or where needed units lie in runs. The forms that are not verified leave units behind
where partners must go together, and in the wrong order of dependencies (there the papers' searches
other than ddmin leave far more). Nothing finds the partners of pairs but ddmin and the robust form, and
both only a part of them.
";

pub const ALL_LISTS: &str = "\
# All searches in both orders on lists

Made by `lab results`, like [the results](../results.md), which say what the columns mean. *tests over
bound*: the tests divided by log₂ of the number of answers that a list with so many needed units could
have. Over all such lists together no search can be below 1; where needed units lie in runs, one that
expects runs can.
";

pub const REAL: &str = "\
## Real bugs

Each with one trial at a time. A reduction was stopped after 300 seconds, on the two debloating cases
after 60 or 120, on a machine that others used: † marks these. The papers' searches work from the start,
`split-adaptive` and `auto` from the end, as they do by default. `treesplit` and `auto` were measured
last; the passes of the other rows have not changed since. – : not measured.
";

pub const ALL_REAL: &str = "\
# Real bugs

Made by `lab results`, like [the results](../results.md#real-bugs), which say how it was measured.
*refused by gates*: candidates that dwindle's own checks refused without running the test.
";

pub const PEERS: &str = "\
## Other reducers

Each with two trials at once, the same test script and the same cap of 120 seconds on a busy machine: a
reducer that was killed at the cap might have come further, the more so as it was busier when Shrink
Ray, treereduce and ddSMT were measured. Trials are counted by a wrapper around the test. treereduce has
a grammar for C and JavaScript here, ddSMT is for SMT-LIB, Picireny had an ANTLR grammar for JSON.
dwindle and Picireny were measured last, when the machine had less else to do: **compare trials, not
seconds**.
";

pub const ALL_PEERS: &str = "\
# Other reducers

Made by `lab results`, like [the results](../results.md#other-reducers), which say how it was measured.
";

pub const LOSE: &str = "\
C-Vise and C-Reduce rename, inline and simplify what they know of C, and Shrink Ray works on bytes to
the end: they spend many times the trials on the last tokens.
";

pub const AGAIN: &str = "\
## How to make it again

The raw results of the last measurement of each kind are in `crates/lab/data`, packed. A new measurement
takes the place of the old one; the history has the rest.

```sh skip: takes days of processor time
lab simulate --seed 1 --spread shares --raw simulation-shares.jsonl   # likewise tokens, cuts
lab lists --raw lists.jsonl
searches=ddmin,wddmin,probdd,wprobdd,cdd,wcdd,split-adaptive
lab run --cases CASES --synthetic 1 --frameworks 'hdd*,perses,treesplit' \\
  --algorithms $searches --at-once 2 --raw trees-c.jsonl
lab run --cases CASES --synthetic 1 --frameworks chisel \\
  --algorithms ddmin,probdd,active-coarsen --raw trees-c.jsonl
lab run --cases CASES --only xml-crime/1..15,xml-known/1..15,json-crime/1..15,json-known/1..15 \\
  --frameworks 'hdd*,perses,treesplit' --algorithms $searches,active-coarsen --raw trees-generated.jsonl
lab run --cases CASES --only xml-crime/1..5 --frameworks 'hdd*' --algorithms probdd,cdd \\
  --p0 0.01,0.05,0.15,0.2,0.25,0.3 --raw priors.jsonl
lab run --cases CASES --synthetic 1 --frameworks 'hdd*,perses' --algorithms ddmin \\
  --watch queries --raw watched.jsonl   # Fig. 2, Fig. 4
lab run --cases CASES --only xml-crime/1..5 --frameworks 'hdd*' --algorithms probdd \\
  --watch closure --raw watched.jsonl   # 1-minimality
lab run --cases CASES --tools TOOLS --frameworks 'hdd*,perses,treesplit,auto' \\
  --algorithms $searches --budget 300 --raw real.jsonl
lab compare --cases CASES --tools TOOLS --peers crates/lab/peers.toml --cap 120 --raw peers.jsonl
gzip -9n *.jsonl
lab results crates/lab/data/*.jsonl.gz --out docs/results.md
```

`lab run` goes on where it was interrupted. The settings of every measurement stand in the raw results.
A second run has the same sizes, trials and accepted sequences, except under a limit of seconds; a test
of the laboratory says so. `lab plot` draws all figures, also as PNG.
";
