@test "adds up" { true; }
@test "dies in a crash" { if [ -n "$CRASH" ]; then kill -9 "$PPID" $$; fi; }
@test "is wrong" { [ 1 = 2 ]; }
@test "is skipped" { skip later; }
@test "takes 1" { true; }
@test "takes 2" { true; }
