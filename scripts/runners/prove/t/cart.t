use strict;
use Test::More tests => 7;

pass('adds up');
kill 'KILL', $$ if $ENV{CRASH};
pass('dies in a crash');
is(1, 2, 'is wrong');
SKIP: { skip 'is skipped', 1; }
TODO: { local $TODO = 'is to do'; fail('is to do'); }
pass("takes $_") for 1, 2;
