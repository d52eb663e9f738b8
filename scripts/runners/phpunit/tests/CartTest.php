<?php
use PHPUnit\Framework\TestCase;

final class CartTest extends TestCase
{
    public function testAddsUp(): void
    {
        $this->assertTrue(true);
    }

    public function testDiesInACrash(): void
    {
        if (getenv('CRASH')) {
            posix_kill(posix_getpid(), SIGKILL);
        }
        $this->assertTrue(true);
    }

    public function testIsWrong(): void
    {
        $this->assertSame(1, 2);
    }

    public function testIsSkipped(): void
    {
        $this->markTestSkipped();
    }

    public function testIsToDo(): void
    {
        $this->markTestIncomplete();
    }

    /** @dataProvider counts */
    public function testTakes(int $count): void
    {
        $this->assertGreaterThan(0, $count);
    }

    public function counts(): array
    {
        return [[1], [2]];
    }
}
