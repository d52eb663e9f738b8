describe 'cart' do
  it('adds up') {}
  it('dies in a crash') { Process.kill('KILL', Process.pid) if ENV['CRASH'] }
  it('is wrong') { expect(1).to eq 2 }
  xit('is skipped') {}
  it 'is to do'
  [1, 2].each { |count| it("takes #{count}") {} }
end
